import type { Answer } from "./contract.ts";
import type { VerifiedAction } from "./fill-template.ts";

export interface CodeVerification {
  answer: Answer;
  /** What the desk shows of it; never a secret. */
  excerpt?: string;
  /** Becomes the action's result where it landed. */
  result?: unknown;
}

/**
 * Asks the provider about one action. `landed` and `absent` are proof and nothing less; everything else, also whatever
 * it throws, is `inconclusive`. It must only read, and stop when the signal aborts.
 */
export type Verifier = (action: VerifiedAction, options: { signal: AbortSignal }) => Promise<CodeVerification>;

const verifiers = new Map<string, Verifier>();

/** For kinds whose rule says `{ "by": "code" }`. To be called at the start of every process that runs the reaper. */
export function registerVerifier(kind: string, verifier: Verifier): () => void {
  if (verifiers.has(kind)) throw new TypeError(`kind: ${kind} has a verifier already`);
  verifiers.set(kind, verifier);
  return () => void verifiers.delete(kind);
}

export function verifierOf(kind: string): Verifier | undefined {
  return verifiers.get(kind);
}
