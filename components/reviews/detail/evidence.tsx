import type { ReviewDetail } from "#lib/reviews/contract.ts";
import { Attempts } from "../../actions/attempts/attempts.tsx";
import { CopyValue } from "../../actions/copy-value.tsx";
import { kindOf } from "../../actions/kinds/index.ts";
import { Payload } from "../../actions/payload/payload.tsx";
import { ProviderAnswers } from "../../actions/provider/provider-answers.tsx";
import { EditPayload } from "../edit/edit-payload.tsx";
import { Versions } from "../edit/versions.tsx";
import { Timeline } from "../history/timeline.tsx";
import { Notes } from "../notes/notes.tsx";
import { Block } from "./block.tsx";
import { VerdictPanel } from "./verdict-panel.tsx";
import classes from "./review.module.css";

type EvidenceProps = { detail: ReviewDetail; viewerId: string };

/** The same blocks in the same order for every kind. */
export function Evidence({ detail, viewerId }: EvidenceProps) {
  const { action, review, timeline, comments, verifications } = detail;
  const search = action.failure === "did_not_happen" ? null : kindOf(review.kind).searchFor(action.payload.value);
  return (
    <div className={classes.evidence}>
      <VerdictPanel detail={detail} viewerId={viewerId} />
      <Block title="How far it got">
        <Attempts action={action} />
        {search !== null && (
          <p className={classes.search}>
            To look for it at the provider or in a mailbox, search for its {search.label}{" "}
            <CopyValue value={search.value} what={search.label} />
          </p>
        )}
      </Block>
      <Block title="What the provider says">
        <ProviderAnswers
          answers={verifications}
          hidesExcerpts={action.payload.hiddenPaths.length > 0}
          isAsked={detail.rules.recovery === "verify"}
        />
      </Block>
      <Block title={action.status === "succeeded" ? "What was sent" : "What would be sent"}>
        <Payload kind={review.kind} payload={action.payload} />
        <EditPayload detail={detail} />
      </Block>
      <Versions detail={detail} />
      <Block title="Timeline">
        <Timeline comments={comments} entries={timeline} />
      </Block>
      <Block title="Notes">
        <Notes comments={comments} reviewId={review.id} />
      </Block>
    </div>
  );
}
