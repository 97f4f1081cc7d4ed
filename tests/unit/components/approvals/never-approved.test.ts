import { expect, it } from "vitest";
import { sayNever } from "#components/reviews/approvals/never-approved.tsx";

const cara = { id: "cara", name: "Cara" };
const dev = { id: "dev", name: "Dev" };

it("says who alone could sign, and why that is not enough", () => {
  expect(sayNever({ count: 1, approvers: [] })).toBe("1 request can never be approved: nobody has the role approver.");
  expect(sayNever({ count: 2, approvers: [cara] })).toBe(
    "2 requests can never be approved: only Cara may sign, and nobody signs what they asked for or edited.",
  );
  expect(sayNever({ count: 1, approvers: [cara, dev] })).toContain("only Cara, Dev may sign");
});
