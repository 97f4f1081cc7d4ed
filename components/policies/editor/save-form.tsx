"use client";

import { TextInput } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { isRefusal } from "#lib/client/api.ts";
import { policyCalls, policyQueries } from "#lib/client/policies/policy-queries.ts";
import type { EditPolicyAnswer, GivenFields, PolicyDetail, PolicyPreview } from "#lib/policies/contract.ts";
import { usePerson } from "../../layout/person/person-context.tsx";
import { BusyButton } from "../../reviews/busy-button.tsx";
import { Notice, NoticeFoot } from "../../reviews/notices/notice.tsx";
import { RequestId } from "../../reviews/notices/request-id.tsx";
import classes from "../policies.module.css";

type SaveFormProps = {
  kind: string;
  base: PolicyDetail;
  given: GivenFields;
  hasProblems: boolean;
  /** The server would not save what stands in the form. */
  isRefused: boolean;
  /** Null until it is counted for what stands in the form. */
  preview: PolicyPreview | null;
  onSaved: () => void;
};

export function SaveForm({ kind, base, given, isRefused, hasProblems, preview, onSaved }: SaveFormProps) {
  const [reason, setReason] = useState("");
  const [typed, setTyped] = useState("");
  const [missing, setMissing] = useState("");
  const loosens = (preview?.loosens.length ?? 0) > 0;
  const save = useSave({ kind, base }, () => {
    setReason("");
    setTyped("");
    onSaved();
  });
  const press = () => {
    const lacks = whatLacks({
      isRefused,
      hasProblems,
      preview,
      reason,
      typed: loosens ? typed : kind,
      kind,
      state: base.state,
    });
    setMissing(lacks);
    if (lacks === "") save.submit({ fields: given, reason: reason.trim(), version: base.version });
  };
  const next = preview?.needsSecondAdmin === true ? "Propose this version" : "Save this version";
  return (
    <fieldset>
      <legend>Save</legend>
      <div className={classes.inputs}>
        <TextInput
          className={classes.wide ?? ""}
          description="kept in the history and in the audit log"
          label="Reason"
          maxLength={500}
          onChange={(event) => setReason(event.currentTarget.value)}
          value={reason}
        />
        {loosens && (
          <TextInput
            autoComplete="off"
            className={classes.wide ?? ""}
            description="It allows more than before without a person, or with fewer of them."
            label={`Type ${kind}`}
            onChange={(event) => setTyped(event.currentTarget.value)}
            value={typed}
          />
        )}
        {save.refusal && (
          <div className={classes.wide}>
            <Notice icon={<IconX />} title={save.refusal.title}>
              {save.refusal.detail}
              <NoticeFoot>
                <RequestId id={save.refusal.requestId} />
              </NoticeFoot>
            </Notice>
          </div>
        )}
        <div className={`${classes.buttons} ${classes.wide}`}>
          <BusyButton isBusy={save.isBusy} onClick={press} type="button">
            {next}
          </BusyButton>
          <span role="status">{missing || save.said}</span>
        </div>
      </div>
    </fieldset>
  );
}

const REFUSED = "It cannot be saved so: see the impact.";

type Lacks = {
  isRefused: boolean;
  hasProblems: boolean;
  preview: PolicyPreview | null;
  reason: string;
  typed: string;
  kind: string;
  state: PolicyDetail["state"];
};

function whatLacks({ isRefused, hasProblems, preview, reason, typed, kind, state }: Lacks): string {
  if (hasProblems) return "A field cannot be read.";
  if (preview === null) return isRefused ? REFUSED : "What it would do is still being counted.";
  if (preview.problems.length > 0) return REFUSED;
  if (preview.changes.length === 0 && state === "in_force") return "No field differs from the version in force.";
  if (reason.trim() === "") return "Give a reason.";
  return typed.trim() === kind ? "" : `Type ${kind}, because it loosens the rule.`;
}

/** Where no answer came, what is recorded there says whether it was saved; nobody is told to try again unasked. */
function useSave({ kind, base }: { kind: string; base: PolicyDetail }, onSaved: () => void) {
  const queryClient = useQueryClient();
  const { id } = usePerson();
  const [said, setSaid] = useState("");
  const done = (words: string) => {
    setSaid(words);
    onSaved();
  };
  const check = async () => {
    setSaid("Saved? Checking by version…");
    const known = new Set(base.revisions.map((revision) => revision.id));
    try {
      const { revisions } = await queryClient.query({ ...policyQueries.detail(kind), staleTime: 0 });
      const own = revisions.find((revision) => revision.proposedBy.id === id && !known.has(revision.id));
      if (own) done(`It was recorded as version ${own.version}.`);
      else setSaid("It was not recorded. Nothing was changed.");
    } catch {
      setSaid("It is not known whether it was saved: the history below says so once it loads.");
    }
  };
  const mutation = useMutation({
    mutationFn: (input: Parameters<typeof policyCalls.save>[1]) => policyCalls.save(kind, input),
    retry: false,
    onMutate: () => setSaid(""),
    onSuccess: (answer) => done(sayAnswer(answer)),
    onError: async (error) => {
      if (!isRefusal(error)) await check();
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: policyQueries.all }),
  });
  return {
    submit: mutation.mutate,
    isBusy: mutation.isPending,
    said,
    refusal: isRefusal(mutation.error) ? mutation.error.problem : null,
  };
}

function sayAnswer({ outcome, version, loosens }: EditPolicyAnswer): string {
  if (outcome === "proposed") return `Version ${version} is proposed. Nothing changes until a second admin signs it.`;
  return loosens.length === 0
    ? `Version ${version} is saved and in force.`
    : `Version ${version} is saved. It counts for actions claimed a minute from now on.`;
}
