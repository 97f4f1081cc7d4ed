import { assertPublicUrl } from "#lib/outbound/index.ts";
import { secretFromEnv } from "../../env.ts";

/** Why an address that a variable holds cannot be called; null where it can be. Never the address itself. */
export function findProblem(urlEnv: string): string | null {
  try {
    assertPublicUrl(secretFromEnv(urlEnv));
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : "It cannot be called.";
  }
}
