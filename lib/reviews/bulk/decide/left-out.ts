import type { Actor } from "#lib/auth/index.ts";
import type { Case } from "../../case/open-case.ts";
import { firstRefusal, type Seen } from "../../case/require-allowed.ts";
import type { RequestType } from "../../contract.ts";
import { mayRequest } from "../../decide/may-request.ts";
import { hasEnded } from "../../decide/may-withdraw.ts";
import { refusal } from "../../decide/ruling.ts";
import type { RequestRecord } from "../../sql/requests/request-columns.ts";
import { TYPE_WORDS } from "../../words.ts";
import type { ItemReason } from "../contract.ts";
import { toItemReason } from "./item-reason.ts";

export type FrozenCase = { opened: Case; request: RequestRecord | undefined; seen: Seen | null };
type Set = { actor: Actor; type: RequestType; form: "ask" | "sign" };

/** Why a case is no part of the set; what only this or that signer may not sign is told when they sign. */
export function leftOutOf({ actor, type, form }: Set, { opened, request, seen }: FrozenCase): ItemReason | null {
  const seenOrNow = seen ?? { version: opened.review.version };
  const ruling = form === "ask" ? mayRequest(actor, type, opened) : mayBeSigned(request, type, opened);
  const refused = firstRefusal(ruling, seenOrNow, opened);
  return refused && toItemReason(refused);
}

function mayBeSigned(
  request: RequestRecord | undefined,
  type: RequestType,
  { nameOf }: Case,
): ReturnType<typeof mayRequest> {
  if (!request) return refusal("state", "illegal_transition", "Nobody asks for anything here.");
  const ended = hasEnded(request, nameOf);
  if (ended) return ended;
  if (request.type === type) return { allowed: true };
  const sentence = `This asks for ${TYPE_WORDS[request.type]}, the others for ${TYPE_WORDS[type]}. Sign it apart.`;
  return refusal("state", "illegal_transition", sentence);
}
