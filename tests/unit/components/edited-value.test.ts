import { describe, expect, it } from "vitest";
import { kindOf } from "#components/actions/kinds/index.ts";
import { fieldsOf, parseText, targetOf, withField } from "#components/reviews/edit/edited-value.ts";
import { cancelledSentence, resumeSentence } from "#components/runs/run-words.ts";
import type { RunDetail } from "#lib/runs/contract.ts";

const { fields } = kindOf("send_email");

describe("an edited payload", () => {
  it("is edited by the fields that it has as text, the rest stays as it was", () => {
    const value = { subject: "Hi", text: "Hello", to: "ana@acme.test", attachments: [1] };
    expect(fieldsOf(value, fields).map(({ name }) => name)).toEqual(["to", "subject", "text"]);
    expect(withField(value, "subject", "Ho")).toEqual({ ...value, subject: "Ho" });
    expect(fieldsOf({ subject: 7 }, fields)).toEqual([]);
  });

  it("aims at whom its recipient names once that was changed, where the kind says so", () => {
    const before = { to: "Ana Silva <ana@acme.test>" };
    expect(targetOf(before, { to: "Bo <bo@acme.test>" }, fields)).toBe("bo@acme.test");
    expect(targetOf(before, { to: "bo@acme.test" }, fields)).toBe("bo@acme.test");
    expect(targetOf(before, { ...before, subject: "Hi" }, fields)).toBeUndefined();
    expect(targetOf(before, { to: "bo@acme.test" }, kindOf("another").fields)).toBeUndefined();
  });

  it("that is no JSON says why, and is not sent", () => {
    expect(parseText("{")).toMatchObject({ problem: expect.stringMatching(/^This is not JSON: /) });
    expect(parseText("7")).toEqual({ value: 7 });
  });
});

describe("what a resume meets, in words", () => {
  const step = (actionKey: string) => ({ actionKey }) as unknown as RunDetail["steps"][number];

  it.each([
    [null, "All its steps are done: a resume returns their stored results and goes on with a new step."],
    [
      { actionKey: "b", step: 1, standing: "person" as const },
      "If the run is started again: 1 step returns its stored result. Step 1 is waited for: a person has to decide.",
    ],
    [{ actionKey: "a", step: 0, standing: "executes" as const }, "If the run is started again: Step 0 executes next."],
  ])("%j", (next, sentence) => {
    expect(resumeSentence({ next, steps: [step("a"), step("b")] })).toBe(sentence);
  });

  it("and what a cancellation did and left", () => {
    const answer = { runId: "r", dismissed: ["a", "b"], inFlight: ["c"], needsSignOff: ["d"], at: "" };
    expect(cancelledSentence(answer)).toBe(
      "2 actions are dismissed. 1 is in flight and ends as it ends. 1 needs a second person for a dismissal: ask for it in the case itself.",
    );
    expect(cancelledSentence({ ...answer, dismissed: [], inFlight: [], needsSignOff: [] })).toBe(
      "Nothing of it waited.",
    );
  });
});
