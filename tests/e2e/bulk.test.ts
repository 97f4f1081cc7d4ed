import type { Page } from "@playwright/test";
import { rowsOf, stuckCases } from "#tests/integration/bulk/sets.ts";
import { type Desk, expect, test } from "./desk.ts";
import { expectAccessible } from "./expect-accessible.ts";

/** The test goes on with the wide page. */
async function expectAllAccessible(page: Page, name: string): Promise<void> {
  await expectAccessible(page, name);
  await page.setViewportSize({ width: 1280, height: 800 });
}

/** As the queue's selection does it. */
async function freeze(page: Page, desk: Desk, count: number): Promise<string> {
  const cases = await stuckCases(desk.pool, count);
  const reviews = await rowsOf(desk.pool, cases);
  await desk.pool.query("update review set version = version + 1 where id = $1", [reviews[0]?.id]);
  return page.evaluate(async (rows) => {
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify({ type: "resend", reviews: rows });
    const answer = await fetch("/api/bulk-requests", { method: "POST", headers, body });
    return (await answer.json()).bulkRequestId;
  }, reviews);
}

test("a set is read, asked for, signed by another, and stopped", async ({ desk }) => {
  // With an analysis of each page in three looks.
  test.setTimeout(300_000);
  const operator = await desk.signIn("operator");
  await operator.goto("/bulk");
  await expect(operator.getByText("Nothing was asked for in bulk yet.")).toBeVisible();
  await expectAllAccessible(operator, "no bulk request");
  const id = await freeze(operator, desk, 5);

  await operator.goto(`/bulk/${id}`);
  await expect(operator.getByRole("heading", { level: 1, name: "Ask to send 4 of 5 actions again?" })).toBeVisible();
  await expect(operator.getByText(/The case has changed since you opened it/)).toBeVisible();
  await expectAllAccessible(operator, "draft");
  const form = operator.getByRole("form");
  await form.getByRole("radio").first().check();
  await form.getByRole("button", { name: "Ask for 4 resends" }).click();
  await expect(form.getByText("Type 4 resends").last()).toBeVisible();
  await form.getByLabel("Type 4 resends").fill("4 resends");
  await form.getByRole("button", { name: "Ask for 4 resends" }).click();
  await expect(operator.getByText("4 resends asked for: they wait for a sign-off.")).toBeVisible();
  await expect(operator.getByText("asked 4 = done 0 + refused 0 + waiting 4")).toBeVisible();
  await expect(operator.getByText("You asked for this, so someone else must sign off.").first()).toBeVisible();

  const approver = await desk.signIn("approver");
  await approver.goto(`/bulk/${id}`);
  await approver.getByRole("button", { name: /Sign off 4 resends/ }).click();
  const signing = approver.getByRole("form");
  await expectAllAccessible(approver, "sign-off of a set");
  await signing.getByRole("radio").first().check();
  await signing.getByLabel("Type 4 resends").fill("4 resends");
  await signing.getByRole("button", { name: "Approve 4 resends" }).click();
  await expect(approver.getByText("Your signature is recorded: 4 approved.")).toBeVisible();

  await operator.reload();
  await operator.getByRole("button", { name: "Stop, keep the rest in the queue" }).click();
  await expect(operator.getByText(/^Stopped\. 4 taken back, 0 withdrawn/)).toBeVisible();
  await expect(operator.getByText("asked 4 = done 0 + refused 0 + not attempted 4")).toBeVisible();
  await expectAllAccessible(operator, "report");
  await operator.goto("/bulk");
  await expect(operator.getByRole("link", { name: "4 resends" })).toBeVisible();
  await expectAllAccessible(operator, "bulk requests");
});
