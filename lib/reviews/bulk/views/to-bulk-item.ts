import type { NameOf } from "#lib/audit/index.ts";
import type { Actor } from "#lib/auth/index.ts";
import type { ReviewRow } from "../../contract.ts";
import { maySign } from "../../decide/may-sign.ts";
import { toPermission } from "../../decide/ruling.ts";
import { tellEnd } from "../../decide/say.ts";
import type { ItemRecord } from "../../sql/bulk/find-items.ts";
import type { RequestRecord } from "../../sql/requests/request-columns.ts";
import type { BulkItem, ItemReason } from "../contract.ts";

export type ItemContext = { viewer: Actor; nameOf: NameOf; request: RequestRecord | undefined; review: ReviewRow };

export function toBulkItem(item: ItemRecord, context: ItemContext): BulkItem {
  const { viewer, request, review } = context;
  const isPending = item.outcome === "waiting" && request?.state === "pending";
  return {
    position: item.position,
    outcome: item.outcome,
    reason: reasonOf(item, context),
    at: endOf(item, request)?.toISOString() ?? null,
    frozen: { version: item.version, payloadHash: item.payloadHash, risk: item.risk },
    requestId: item.requestId,
    sign: isPending ? toPermission(maySign(viewer, request)) : null,
    review,
  };
}

function endOf(item: ItemRecord, request: RequestRecord | undefined): Date | null {
  if (item.outcome === "waiting" || item.outcome === "left_out") return null;
  if (item.outcome === "done" && request && isRelease(request)) return item.claimedAt;
  return item.releaseEndAt ?? request?.decidedAt ?? item.becauseAt;
}

function isRelease({ type }: RequestRecord): boolean {
  return type === "send" || type === "resend";
}

function reasonOf(item: ItemRecord, context: ItemContext): ItemReason | null {
  const { leftOut, refused, because } = item;
  const code = leftOut ?? refused;
  if (code !== null) {
    return { code, because: because ?? "", by: item.becauseBy, at: item.becauseAt?.toISOString() ?? null };
  }
  if (item.outcome === "refused" || item.outcome === "not_attempted") return endReason(item, context);
  return null;
}

function endReason(item: ItemRecord, { request, nameOf, review }: ItemContext): ItemReason {
  const at = item.releaseEndAt?.toISOString() ?? null;
  if (!request) return plain("stopped", "The set was dropped before anything was asked for.");
  if (request.state === "pending" && !request.isExpired) {
    return plain("stopped", "The set was stopped before this was signed. Its request still waits, on its own.");
  }
  if (request.state !== "approved") {
    const state = request.state === "pending" ? "expired" : request.state;
    const { sentence, facts } = tellEnd({ ...request, state }, nameOf);
    return { code: state, because: sentence, by: facts.by ?? null, at: facts.at ?? null };
  }
  if (item.releaseEnd === "release.taken_back") {
    const { name } = nameOf(item.releaseEndBy ?? "");
    return { code: "taken_back", because: `${name} took it back before a worker claimed it.`, by: name, at };
  }
  if (item.releaseEnd !== null) return { ...plain("lapsed", "No worker claimed it in time."), at };
  if (review.status === "succeeded") return plain("landed_late", "It arrived before a worker claimed it again.");
  return plain("action_changed", "The action changed before a worker claimed it.");
}

function plain(code: string, because: string): ItemReason {
  return { code, because, by: null, at: null };
}
