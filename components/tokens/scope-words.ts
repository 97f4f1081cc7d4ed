import type { Scope } from "#lib/tokens/contract.ts";

export const SCOPE_WORDS: Record<Scope, { label: string; means: string }> = {
  actions: { label: "Actions", means: "The worker API: claim, begin, report, take what was released." },
  read: { label: "Read", means: "Metrics." },
};
