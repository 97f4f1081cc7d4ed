import type { TokenActor } from "#lib/tokens/index.ts";

/** As it stands with a claim and in the audit: whose token it was, and which of its workers. */
export function workerName({ name }: TokenActor, worker: string | undefined): string {
  return worker === undefined || worker === name ? name : `${name}/${worker}`;
}
