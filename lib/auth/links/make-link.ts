import type { Tx } from "#lib/db/index.ts";
import { invariant } from "../../errors.ts";
import type { LinkPurpose } from "../contract.ts";
import { insertLink } from "../sql/links.ts";
import { hashToken, linkOf, newToken, VALID_SECONDS } from "./token.ts";

export type MadeLink = { id: string; link: string; expiresAt: Date };

/** The only moment at which the link can be read. */
export async function makeLink(
  tx: Tx,
  { purpose, userId, createdBy }: { purpose: LinkPurpose; userId: string | null; createdBy: string },
): Promise<MadeLink> {
  const token = newToken();
  const validSeconds = VALID_SECONDS[purpose];
  const made = await insertLink(tx, { purpose, userId, tokenHash: hashToken(token), createdBy, validSeconds });
  invariant(made, "an insert returned no row");
  return { ...made, link: linkOf(token) };
}
