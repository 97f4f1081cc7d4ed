import type { Actor } from "#lib/auth/index.ts";
import type { Viewer } from "../contract.ts";
import { pendingRequest } from "../decide/facts.ts";
import { mayReopen } from "../decide/may-reopen.ts";
import { mayRequest } from "../decide/may-request.ts";
import { maySign } from "../decide/may-sign.ts";
import { mayTakeBack } from "../decide/may-take-back.ts";
import { mayWithdraw } from "../decide/may-withdraw.ts";
import { refusal, toPermission } from "../decide/ruling.ts";
import { type EditFacts, mayEdit } from "../edit/may-edit.ts";

const NOTHING_PENDING = refusal("state", "illegal_transition", "Nobody asks for anything here.");
const NOTHING_RELEASED = refusal("state", "illegal_transition", "Nothing is released here.");

/** What this viewer may do, from the functions that the decisions themselves ask. */
export function viewerOf(actor: Actor, facts: EditFacts): Viewer {
  const pending = pendingRequest(facts);
  const released = facts.requests.find(({ id }) => id === facts.action.releaseRequestId);
  return {
    send: toPermission(mayRequest(actor, "send", facts)),
    resend: toPermission(mayRequest(actor, "resend", facts)),
    dismiss: toPermission(mayRequest(actor, "dismiss", facts)),
    mark_happened: toPermission(mayRequest(actor, "mark_happened", facts)),
    sign: toPermission(pending ? maySign(actor, pending) : NOTHING_PENDING),
    withdraw: toPermission(pending ? mayWithdraw(actor, pending, facts.nameOf) : NOTHING_PENDING),
    takeBack: toPermission(released ? mayTakeBack(actor, released, facts) : NOTHING_RELEASED),
    reopen: toPermission(mayReopen(actor, facts)),
    edit: toPermission(mayEdit(actor, facts)),
  };
}
