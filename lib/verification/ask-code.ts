import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { ANSWERS } from "./contract.ts";
import type { VerifiedAction } from "./fill-template.ts";
import { type Verifier, verifierOf } from "./verifiers.ts";
import type { Verification } from "./verify.ts";

const EXCERPT_CHARS = 1000;

const returned = z.object({
  answer: z.enum(ANSWERS),
  excerpt: z.string().optional(),
  result: z.unknown().optional(),
});

/** Asks by the function registered for the kind, which may throw, hang and return anything. */
export async function askCode(action: VerifiedAction, timeoutMs: number): Promise<Verification> {
  const verifier = verifierOf(action.kind);
  if (verifier === undefined) {
    return nothing(`No verifier is registered for ${action.kind} in the process that asked.`);
  }
  try {
    const parsed = returned.safeParse(await inTime(verifier, action, timeoutMs));
    if (!parsed.success) return nothing("The verifier returned what is no answer.");
    const { answer, excerpt, result } = parsed.data;
    const evidence = excerpt === undefined ? {} : { excerpt: excerpt.slice(0, EXCERPT_CHARS).replaceAll("\0", "") };
    return { answer, evidence, ...(answer === "landed" && result !== undefined && { result }) };
  } catch (error) {
    if (error instanceof OutOfTime) return nothing(`No answer within ${timeoutMs} ms.`);
    // Its message is the verifier's own and may hold anything.
    return nothing(`The verifier failed: ${error instanceof Error ? error.name : "no error"}.`);
  }
}

function nothing(problem: string): Verification {
  return { answer: "inconclusive", evidence: { problem } };
}

class OutOfTime extends Error {}

async function inTime(verifier: Verifier, action: VerifiedAction, timeoutMs: number): Promise<unknown> {
  const over = new AbortController();
  const answered = new AbortController();
  const limit = sleep(timeoutMs, undefined, { signal: answered.signal }).then(() => {
    over.abort();
    throw new OutOfTime();
  });
  limit.catch(() => undefined);
  try {
    return await Promise.race([verifier(action, { signal: over.signal }), limit]);
  } finally {
    answered.abort();
  }
}
