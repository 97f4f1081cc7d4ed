import type { Page } from "@playwright/test";
import { expect, test } from "../desk.ts";
import { ask, auditOf, decisionOf, endHold, fillIn, openDecision, requestOf } from "../support/decisions.ts";
import { openMailer } from "../support/mailer.ts";
import { join } from "../support/people.ts";

const SIGNED = "**/api/requests/*/sign-offs";

/** Lets both decisions leave only once both have been submitted. */
async function together(pages: readonly Page[], path: string): Promise<void> {
  let waiting = 0;
  const both = Promise.withResolvers<void>();
  for (const page of pages) {
    await page.route(path, async (route) => {
      waiting += 1;
      if (waiting === pages.length) both.resolve();
      await both.promise;
      await route.continue();
    });
  }
}

test("journey 10: of two who sign opposite ways at once one wins; the other learns who, when and why, and keeps the note", async ({
  desk,
}) => {
  await desk.pool.query("update policy set hold_seconds = 600");
  const mailer = openMailer(desk);
  const mail = await mailer.lose();
  await ask(desk, mail);
  const cara = await desk.signIn("approver");
  const eli = await join(desk, "Eli", "approver");
  for (const page of [cara, eli]) await page.goto(`/reviews/${mail.reviewId}`);
  await together([cara, eli], SIGNED);
  const yes = await openDecision(cara, "Sign off");
  await fillIn(yes, { note: "read every word" });
  const no = await openDecision(eli, "Turn down");
  await fillIn(no, { reason: "Too late to be useful", note: "the meeting is over" });
  await Promise.all([cara.keyboard.press("Control+Enter"), eli.keyboard.press("Control+Enter")]);

  await expect.poll(async () => (await requestOf(desk, mail)).state).not.toBe("pending");
  const { state, signOffs } = await requestOf(desk, mail);
  expect(signOffs).toBe(1);
  const [won, lost] = state === "approved" ? [yes, no] : [no, yes];
  await expect(won).toBeHidden();
  const alert = lost.getByRole("alert");
  await expect(alert).toContainText(state === "approved" ? "Cara Voss decided first." : "Eli decided first.");
  await expect(alert).toContainText(state === "approved" ? "read every word" : "the meeting is over");
  await expect(alert).toContainText(/on 1?\d [A-Z][a-z]{2} \d{4}, \d\d:\d\d:\d\d UTC/);
  await expect(alert).toContainText("Nothing of yours was recorded.");
  const kept = lost.getByRole("textbox", { name: /^Note/ });
  await expect(kept).toHaveValue(state === "approved" ? "the meeting is over" : "read every word");
  await expect(lost.getByRole("button", { name: /approve|turn down/i })).toHaveCount(0);
  await lost.getByRole("button", { name: "Show what changed" }).click();
  await expect(lost).toBeHidden();

  const audit = await auditOf(desk, mail);
  expect(audit.filter((action) => action === "request.approved" || action === "request.rejected")).toHaveLength(1);
  if (state === "approved") await endHold(desk, mail);
  expect(await mailer.workReleased()).toBe(state === "approved" ? 1 : 0);
  expect(mailer.received(mail)).toHaveLength(state === "approved" ? 2 : 1);
});

test("journey 9: pressed twice and in two tabs: one decision, and the second tab shows the record", async ({
  desk,
}) => {
  const mailer = openMailer(desk);
  const mail = await mailer.lose();
  const first = await desk.signIn("operator");
  const second = await first.context().newPage();
  for (const page of [first, second]) await page.goto(`/reviews/${mail.reviewId}`);
  const dialog = await openDecision(first, "Ask for a resend");
  await fillIn(dialog);
  const late = await openDecision(second, "Ask for a resend");
  await fillIn(late, { note: "from the second tab" });
  await dialog.getByRole("button", { name: "Ask for a resend" }).dblclick();
  await expect(dialog).toBeHidden();
  await second.keyboard.press("Control+Enter");
  await second.keyboard.press("Control+Enter");
  await expect(late.getByRole("alert")).toContainText("Bo Lind asked first.");
  await expect(late.getByRole("textbox", { name: /^Note/ })).toHaveValue("from the second tab");
  await late.getByRole("button", { name: "Show what changed" }).click();
  await expect(second.getByRole("region", { name: "Open request" })).toContainText("Bo Lind asks for a resend");
  const { rows } = await desk.pool.query("select count(*)::int from review_request where review_id = $1", [
    mail.reviewId,
  ]);
  expect(rows).toEqual([{ count: 1 }]);
  expect(await auditOf(desk, mail)).toEqual(["action.judged", "request.created"]);
  expect(await mailer.workReleased()).toBe(0);
  expect(mailer.received(mail)).toHaveLength(1);
});

test("journey 9: submitted twice by the keyboard, it is dismissed once", async ({ desk }) => {
  const mailer = openMailer(desk);
  const mail = await mailer.lose();
  const page = await desk.signIn("operator", `/reviews/${mail.reviewId}`);
  const dialog = await openDecision(page, "Dismiss");
  await fillIn(dialog);
  await page.keyboard.press("Control+Enter");
  await page.keyboard.press("Control+Enter");
  await expect(dialog).toBeHidden();
  await expect(decisionOf(page)).toContainText("Dismissed");
  expect((await auditOf(desk, mail)).filter((action) => action === "action.dismissed")).toHaveLength(1);
  expect(await mailer.workReleased()).toBe(0);
  expect(mailer.received(mail)).toHaveLength(1);
});
