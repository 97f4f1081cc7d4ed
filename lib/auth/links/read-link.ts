import { type FoundLink, findLink } from "../sql/links.ts";
import { hashToken } from "./token.ts";

/** For the page: what the link is for, and for whom. Null: used, void, too old, or never ours. Changes nothing. */
export async function readLink(token: unknown): Promise<FoundLink | null> {
  return typeof token === "string" && token !== "" ? findLink(hashToken(token)) : null;
}
