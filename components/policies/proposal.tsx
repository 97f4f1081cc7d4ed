"use client";

import { TextInput } from "@mantine/core";
import { IconUsers, IconX } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiProblem } from "#lib/client/api.ts";
import { policyCalls, policyQueries } from "#lib/client/policies/policy-queries.ts";
import type { GivenFields, PolicyDetail, Revision, SignRevisionInput } from "#lib/policies/contract.ts";
import { usePerson } from "../layout/person/person-context.tsx";
import { BusyButton } from "../reviews/busy-button.tsx";
import { Notice } from "../reviews/notices/notice.tsx";
import { Section } from "../ui/page/section.tsx";
import { Time } from "../ui/time.tsx";
import { Changes } from "./history.tsx";
import { Impact, usePreview } from "./impact.tsx";
import page from "../ui/page/page.module.css";
import classes from "./policies.module.css";

type ProposalProps = { kind: string; detail: PolicyDetail; proposal: NonNullable<PolicyDetail["proposal"]> };

/** A loosening that waits for a second admin; until then what is in force stays. */
export function Proposal({ kind, detail, proposal }: ProposalProps) {
  const revision = detail.revisions.find(({ id }) => id === proposal.revisionId);
  return (
    <Section title={`Version ${proposal.version} waits for a second admin`}>
      <p className={page.state}>
        <IconUsers aria-hidden />
        <span>
          {proposal.proposedBy.name} proposed it at <Time at={proposal.proposedAt} />
          {revision?.reason && `: “${revision.reason}”`}
        </span>
      </p>
      {revision && <Changes changes={revision.changes} />}
      {revision && detail.viewer.edit.allowed && <ProposalImpact kind={kind} revision={revision} />}
      {detail.viewer.edit.allowed && <Verdict detail={detail} kind={kind} proposal={proposal} />}
    </Section>
  );
}

function ProposalImpact({ kind, revision: { fields } }: { kind: string; revision: Revision }) {
  const given: GivenFields = { ...fields, nudgeWebhook: undefined };
  return <Impact isPausedBy={null} preview={usePreview(kind, given)} />;
}

function Verdict({ kind, detail, proposal }: ProposalProps) {
  const [note, setNote] = useState("");
  const [lacks, setLacks] = useState("");
  const [seenVersion] = useState(detail.version);
  const isOwn = usePerson().id === proposal.proposedBy.id;
  const queryClient = useQueryClient();
  const sign = useMutation({
    mutationFn: (verdict: SignRevisionInput["verdict"]) =>
      policyCalls.sign(kind, {
        revisionId: proposal.revisionId,
        verdict,
        version: seenVersion,
        ...(note.trim() !== "" && { note: note.trim() }),
      }),
    retry: false,
    onSettled: () => queryClient.invalidateQueries({ queryKey: policyQueries.all }),
  });
  const problem = sign.error instanceof ApiProblem ? sign.error.problem : null;
  const press = (verdict: SignRevisionInput["verdict"]) => {
    const isSilent = verdict === "reject" && note.trim() === "";
    setLacks(isSilent ? "Say why you turn it down." : "");
    if (!isSilent) sign.mutate(verdict);
  };
  const { sign: maySign } = detail.viewer;
  return (
    <div className={classes.form}>
      {maySign?.allowed === false && <p className={page.line}>{maySign.because}</p>}
      {!isOwn && <TextInput label="Note" onChange={(event) => setNote(event.currentTarget.value)} value={note} />}
      <div className={classes.buttons}>
        {isOwn && (
          <BusyButton isBusy={sign.isPending} onClick={() => press("withdraw")} variant="default">
            Withdraw the proposal
          </BusyButton>
        )}
        {maySign?.allowed === true && (
          <>
            <BusyButton isBusy={sign.isPending} onClick={() => press("reject")} variant="default">
              Turn down
            </BusyButton>
            <BusyButton isBusy={sign.isPending} onClick={() => press("approve")}>
              Sign version {proposal.version}
            </BusyButton>
          </>
        )}
        <span role="status">{lacks}</span>
      </div>
      {sign.error && (
        <Notice icon={<IconX />} title={problem?.title ?? "No answer came"}>
          {problem?.detail ?? "Whether it was recorded is said above, and in the history below."}
        </Notice>
      )}
    </div>
  );
}
