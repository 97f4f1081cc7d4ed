import { describe, expect, it } from "vitest";
import { ladderOf } from "#components/actions/attempts/ladder.ts";
import { kindOf } from "#components/actions/kinds/index.ts";
import type { Attempt } from "#lib/actions/contract.ts";
import { attempt } from "./samples.ts";

const marks = (kind: string, of: Attempt, twoPhase = true) =>
  ladderOf(of, kindOf(kind), twoPhase).map(({ mark, word }) => `${mark} ${word}`);

describe("the way of an attempt", () => {
  it("tells what is known of a lost answer before what is not", () => {
    expect(marks("send_email", attempt())).toEqual([
      "done Claimed by w-3",
      "done Greeted by the mail server",
      "done Sender accepted",
      "done Recipient accepted",
      "done Passed the point of no return",
      "done Whole body handed over",
      "unknown Answer of the mail server: not seen",
      "unknown Ended without an answer that proves anything",
    ]);
  });

  it("names a refusal before the body as proof", () => {
    const refused = attempt({ phase: "sender_ok", effectStartedAt: null, outcome: "did_not_happen" });
    expect(marks("send_email", refused).slice(2)).toEqual([
      "done Sender accepted",
      "not Recipient accepted: not reached",
      "not Ended, with proof that nothing happened",
    ]);
  });

  it("claims nothing about a worker that marks nothing", () => {
    const vanished = attempt({ phase: null, effectStartedAt: null, endedBy: "reaper", errorMessage: null });
    expect(marks("create_invoice", vanished, false)).toEqual([
      "done Claimed by w-3",
      "unknown Whether it began: this worker does not say",
      "unknown Never reported back, and its time ran out",
    ]);
  });

  it("shows a phase of a kind that nobody has described as its worker named it", () => {
    expect(marks("post_status", attempt({ phase: "queued", reached: "queued" }))).toContain("done queued");
  });

  it("ends with what was reported late", () => {
    const late = { outcome: "landed", at: "2026-12-01T09:33:02.000Z", error: null } as const;
    expect(marks("send_email", attempt({ late })).at(-1)).toBe("late Late report: it did happen");
  });
});
