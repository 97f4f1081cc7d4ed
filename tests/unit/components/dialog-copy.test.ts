import { describe, expect, it } from "vitest";
import { mail } from "#components/actions/kinds/mail.tsx";
import { DIALOG_COPY, DIALOG_DECISIONS } from "#components/reviews/dialog-copy.ts";
import type { DialogFacts, Words } from "#components/reviews/dialog/dialog-types.ts";
import { pendingRequest } from "./samples.ts";

const FACTS: DialogFacts = {
  kind: mail,
  environment: "Production",
  target: "ana@acme.test",
  summary: "Re: proposal for Acme",
  verdict: "Body handed over on 1 Dec 2026, 09:14:05 UTC by w-3, and then no answer.",
  attempt: 1,
  failure: "may_have_happened",
  risk: { word: "may_duplicate", why: "Body handed over, then no answer.", until: null },
  digest: "9f2c3a41bb…",
  bytes: 18_204,
  signOffs: { send: 1, resend: 1, dismiss: 0, mark_happened: 0 },
  holdSeconds: 30,
  releaseTtlSeconds: 3600,
  request: pendingRequest(),
};

describe.each(DIALOG_DECISIONS)("the dialog for %s", (decision) => {
  const copy = DIALOG_COPY[decision](FACTS);

  it("keeps its text", () => {
    expect(copy).toMatchSnapshot();
  });

  it("asks no empty question and describes no unknown outcome as a known one", () => {
    const said = [copy.title, plain(copy.fact), ...copy.outcome.map(plain), copy.question, copy.keep, copy.act];
    for (const text of [...said, ...copy.reasons.map(({ text }) => text)]) {
      expect(text).not.toMatch(/\b(failed|errors?|ok|are you sure|sure)\b|!/i);
    }
  });

  it("offers a safe way out under another name than the deed", () => {
    expect(copy.keep).not.toBe("");
    expect(copy.keep).not.toBe(copy.act);
  });
});

describe("what a resend says", () => {
  it("warns only where something may have happened", () => {
    const proved = { ...FACTS, failure: "did_not_happen", risk: { word: "safe", why: "", until: null } } as const;
    expect(plain(DIALOG_COPY.resend(FACTS).fact)).toContain("may already have it");
    expect(plain(DIALOG_COPY.resend(proved).fact)).toContain("repeats nothing");
  });

  it("does not promise a second person where none is needed", () => {
    const alone = { ...FACTS, signOffs: { ...FACTS.signOffs, resend: 0 } };
    expect(DIALOG_COPY.resend(alone).outcome.map(plain).join(" ")).not.toContain("must sign off");
  });
});

it("says that one approval is not enough where two are needed", () => {
  const copy = DIALOG_COPY.sign({ ...FACTS, request: pendingRequest({ signOffsNeeded: 2 }) });
  expect(copy.outcome.map(plain).join(" ")).toContain("1 more needed");
});

function plain(words: Words): string {
  return words.map((word) => (typeof word === "string" ? word : "at" in word ? word.at : word.strong)).join("");
}
