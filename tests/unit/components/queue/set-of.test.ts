import { describe, expect, it } from "vitest";
import type { KeptRow } from "#components/reviews/queue/rows/keep-rows.ts";
import { MOST_AT_ONCE, setOf, typesOf } from "#components/reviews/queue/selection/set-of.ts";
import { freezeBulkInputSchema, MAX_BULK_ITEMS } from "#lib/reviews/bulk/contract.ts";
import type { ReviewRow } from "#lib/reviews/contract.ts";

const ID = "00000000-0000-4000-8000-000000000001";
const kept = (status: string): KeptRow => ({
  row: { id: ID, version: 3, payloadHash: null, status, summary: "not sent along" } as ReviewRow,
  gone: false,
  closedBy: null,
});
const view = { tab: "needs_decision", filter: { kind: "send_email", waitingOver: "60" } } as const;

describe("a set", () => {
  it("of rows carries what was seen of each, and nothing else", () => {
    const set = setOf("resend", view, { chosen: [kept("failed")], isWholeList: false });
    expect(set).toEqual({ type: "resend", reviews: [{ id: ID, version: 3, payloadHash: null }] });
    expect(freezeBulkInputSchema.safeParse(set).success).toBe(true);
  });

  it("of the whole list carries its filter", () => {
    const set = setOf("dismiss", view, { chosen: [kept("failed")], isWholeList: true });
    expect(set).toEqual({
      type: "dismiss",
      filter: { tab: "needs_decision", kind: "send_email", waitingOver: 60 },
    });
    expect(freezeBulkInputSchema.safeParse(set).success).toBe(true);
  });

  it("is no larger than the server takes", () => {
    expect(MOST_AT_ONCE).toBe(MAX_BULK_ITEMS);
  });

  it("offers a first send for what is held, and a resend for what is not", () => {
    expect(typesOf([kept("held")])).toEqual(["send", "dismiss"]);
    expect(typesOf([kept("failed")])).toEqual(["resend", "dismiss", "mark_happened"]);
    expect(typesOf([kept("failed"), kept("held")])).toEqual(["resend", "send", "dismiss", "mark_happened"]);
  });
});
