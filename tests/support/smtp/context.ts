import { type EffectContext } from "@notwice/once";
import { mailPayload, type MailDraft } from "@notwice/once/smtp";

export const DRAFT: MailDraft = {
  runId: "run-7",
  step: 1,
  from: "Maya Lin <maya@outreach.example>",
  to: "Ann Berg <ann@acme.example>",
  subject: "Your line in Gdańsk",
  text: "Hello Ann,\n\n.a line that begins with a dot\nRegards, Maya\n",
  date: "2026-11-30T09:15:00.000Z",
};

/** What an effect is handed, without a database behind it. `begun` counts the calls of `begin()`. */
export function fakeContext(given: Partial<EffectContext> = {}): EffectContext & { begun: number } {
  const context = {
    key: "0".repeat(64),
    attempt: 1,
    payload: mailPayload(DRAFT),
    signal: new AbortController().signal,
    begun: 0,
    heartbeat: () => Promise.resolve(),
    begin: () => Promise.resolve(),
    ...given,
  };
  const begin = context.begin;
  context.begin = () => {
    context.begun += 1;
    return begin();
  };
  return context;
}
