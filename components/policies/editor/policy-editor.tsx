"use client";

import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { isRefusal } from "#lib/client/api.ts";
import type { PolicyDetail, PolicyFields } from "#lib/policies/contract.ts";
import { Section } from "../../ui/page/section.tsx";
import { Impact, usePreview } from "../impact.tsx";
import { Conflict } from "./conflict.tsx";
import { type Draft, readDraft, toDraft } from "./draft.ts";
import { PolicyInputs } from "./policy-inputs.tsx";
import { SaveForm } from "./save-form.tsx";
import classes from "../policies.module.css";

const TYPING_MS = 400;

type EditorProps = {
  kind: string;
  detail: PolicyDetail;
  /** An earlier version to begin from, instead of the one in force. */
  start: PolicyFields | null;
};

/** Bound to the version it began from: what others save meanwhile is shown, and never written over unseen. */
export function PolicyEditor({ kind, detail, start }: EditorProps) {
  const [base, setBase] = useState(detail);
  const [draft, setDraft] = useState<Draft>(() => toDraft(start ?? detail.fields));
  const read = readDraft(toDraft(base.fields), draft);
  const rebase = (kept: Draft) => {
    setBase(detail);
    setDraft({ ...toDraft(detail.fields), ...kept });
  };
  const isOvertaken = detail.version !== base.version;
  if (isOvertaken && read.changed.length === 0) rebase({});

  const [counted] = useDebouncedValue(JSON.stringify(read.given), TYPING_MS);
  const hasProblems = Object.keys(read.problems).length > 0;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what was made of the same value above
  const preview = usePreview(kind, JSON.parse(counted) as typeof read.given, !hasProblems);
  const isCounted = counted === JSON.stringify(read.given) && !preview.isPlaceholderData;
  const found = Object.fromEntries((preview.data?.problems ?? []).map(({ field, message }) => [field, message]));
  return (
    <Section title={detail.state === "none" ? "Add a policy" : `Edit version ${base.version}`}>
      {isOvertaken && read.changed.length > 0 && (
        <Conflict
          base={base}
          changed={read.changed}
          draft={draft}
          newer={detail}
          onDrop={() => rebase({})}
          onGoOn={(kept) => rebase(kept)}
        />
      )}
      <form aria-label="Policy" className={classes.form} noValidate onSubmit={(event) => event.preventDefault()}>
        <PolicyInputs
          draft={draft}
          onChange={(name, value) => setDraft((now) => ({ ...now, [name]: value }))}
          problems={{ ...found, ...read.problems }}
        />
        <Impact isPausedBy={hasProblems ? "Counted once every field can be read." : null} preview={preview} />
        <SaveForm
          base={base}
          given={read.given}
          hasProblems={hasProblems}
          isRefused={isRefusal(preview.error)}
          kind={kind}
          onSaved={() => setDraft(toDraft(base.fields))}
          preview={isCounted && !hasProblems ? (preview.data ?? null) : null}
        />
      </form>
    </Section>
  );
}
