"use client";

import { useState } from "react";
import type { Grounds } from "../decision/make-decision.ts";
import type { DialogCopy, Reason } from "./dialog-types.ts";

export type FilledGrounds = ReturnType<typeof useGrounds>;

export type Missing = { reason?: string; note?: string; reference?: string };

/** What the person fills in, and what is still missing of it once they have tried to submit. */
export function useGrounds({ reasons, reference: asksReference }: DialogCopy) {
  const [chosen, setChosen] = useState<string | null>(null);
  const [note, setNote] = useState("");
  const [reference, setReference] = useState("");
  const [wasTried, setTried] = useState(false);
  // By its text: the copy is made anew at every render, so the reasons themselves do not stay the same.
  const reason = reasons.find(({ text }) => text === chosen) ?? null;
  const missing = missingOf({ reason, note, reference, asksReference });
  const grounds: Grounds = { reason: reason?.text ?? "", note: note.trim(), reference: reference.trim() };
  return {
    reason,
    note,
    reference,
    setNote,
    setReference,
    choose: ({ text }: Reason) => setChosen(text),
    missing: wasTried ? missing : {},
    /** The grounds if nothing is missing; from now on what is missing is said. */
    complete: (): Grounds | null => {
      setTried(true);
      return Object.keys(missing).length === 0 ? grounds : null;
    },
  };
}

type Filled = { reason: Reason | null; note: string; reference: string; asksReference: string | null };

function missingOf({ reason, note, reference, asksReference }: Filled): Missing {
  return {
    ...(reason === null && { reason: "Choose a reason." }),
    ...(reason?.needsNote && note.trim() === "" && { note: "This reason needs a note." }),
    ...(asksReference !== null && reference.trim() === "" && { reference: "Say where you saw it." }),
  };
}
