import { IconUsers } from "@tabler/icons-react";
import type { Person, ReviewRequest } from "#lib/reviews/contract.ts";
import { TYPE_WORDS } from "#lib/reviews/words.ts";
import { Time } from "../../ui/time.tsx";
import { Until } from "../age.tsx";
import { votesOf } from "../votes.ts";
import classes from "./request-band.module.css";

type RequestBandProps = { request: ReviewRequest; couldSign: readonly Person[] };

/** What is asked, by whom and why, in the words of who asked. */
export function RequestBand({ request, couldSign }: RequestBandProps) {
  const { given, needed, names } = votesOf(request);
  return (
    <section aria-label="Open request" className={classes.band}>
      <p className={classes.ask}>
        <IconUsers aria-hidden size={16} />
        <strong>
          {request.requestedBy.name} asks for {TYPE_WORDS[request.type]}
        </strong>
        <span className={classes.when}>
          <Time at={request.requestedAt} />
        </span>
      </p>
      <blockquote className={classes.reason}>
        {request.reason}
        {request.note !== null && <span className={classes.note}>{request.note}</span>}
        {request.reference !== null && <span className={classes.note}>Reference: {request.reference}</span>}
      </blockquote>
      <p className={classes.votes}>
        <span>
          {given} of {needed} signed{names.length > 0 && `: ${names.join(", ")}`}
        </span>
        <span>
          {couldSign.length === 0
            ? "Nobody who may still sign has an account here."
            : `Could sign: ${couldSign.map(({ name }) => name).join(", ")}`}
        </span>
        <span>
          Expires <Time at={request.expiresAt} /> (<Until at={request.expiresAt} over="expired" />)
        </span>
      </p>
    </section>
  );
}
