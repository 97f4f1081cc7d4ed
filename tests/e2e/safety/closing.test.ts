import { NotExecuted } from "@notwice/once";
import { expect, test } from "../desk.ts";
import { auditOf, decide, decisionOf, fillIn, openDecision } from "../support/decisions.ts";
import { openMailer } from "../support/mailer.ts";

test("journey 15: dismissed, undone from the tray, and reopened after a reload; a like failure still appears", async ({
  desk,
}) => {
  const mailer = openMailer(desk);
  const mail = await mailer.lose();
  const page = await desk.signIn("operator", `/reviews/${mail.reviewId}`);
  await decide(page, "Dismiss", "Dismiss");
  await page.goto("/queue");
  await expect(page.getByText("Nothing needs a decision.")).toBeVisible();

  await page.goto(`/reviews/${mail.reviewId}`);
  await decide(page, "Reopen", "Reopen");
  await expect(decisionOf(page).getByRole("button", { name: "Ask for a resend" })).toBeVisible();
  await decide(page, "Dismiss", "Dismiss");
  await page.getByRole("button", { name: /^Results/ }).click();
  await page.getByRole("button", { name: "Reopen" }).first().click();
  await expect(page.getByRole("region", { name: "Results" })).toContainText("Reopened. Nothing was sent by this.");
  await page.keyboard.press("Escape");
  await expect(decisionOf(page).getByRole("button", { name: "Ask for a resend" })).toBeVisible();
  await decide(page, "Dismiss", "Dismiss");

  const like = await mailer.lose({ to: "ana@acme.test", text: "Hello Ana, once more" });
  await page.goto("/queue");
  await expect(page.getByRole("link", { name: like.subject }).first()).toBeVisible();
  await page.goto(`/reviews/${like.reviewId}`);
  const others = page.getByRole("region", { name: "Other cases of this recipient" });
  await expect(others).toContainText("Reads the same as this one");
  await expect(others).toContainText("Dismissed");
  expect(await mailer.workReleased()).toBe(0);
  expect(mailer.received(mail)).toHaveLength(1);
  const dismissed = ["request.created", "request.approved", "action.dismissed"];
  expect(await auditOf(desk, mail)).toEqual(
    ["action.judged", dismissed, "review.reopened", dismissed, "review.reopened", dismissed].flat(),
  );
});

test("journey 16: recording needs a reference, the run goes on with it, and a bounce afterwards is a contradiction", async ({
  desk,
}) => {
  const mailer = openMailer(desk);
  const mail = await mailer.lose();
  const page = await desk.signIn("operator", `/reviews/${mail.reviewId}`);
  const dialog = await openDecision(page, "Record that it happened");
  await fillIn(dialog);
  await dialog.getByRole("button", { name: "Record that it happened" }).click();
  await expect(dialog).toContainText("Say where you saw it.");
  await expect(dialog.getByRole("textbox", { name: /^Reference/ })).toBeFocused();
  expect(await auditOf(desk, mail)).toEqual(["action.judged"]);
  await fillIn(dialog, { reference: "queue id 4XyZ9" });
  await page.keyboard.press("Control+Enter");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("region", { name: "Verdict" })).toContainText("A person recorded that it happened");
  await expect(page.getByRole("complementary")).toContainText("Reference: queue id 4XyZ9");
  await expect(decisionOf(page).getByRole("button")).toHaveCount(0);

  // Whoever asks again gets the outcome, and sends nothing.
  const { rows } = await desk.pool.query("select run_id, step, kind, target, payload from action_log where key = $1", [
    mail.key,
  ]);
  const { run_id: runId, payload, ...intent } = rows[0];
  const again = await mailer.steps.claim(
    { ...intent, runId, payload: JSON.parse(payload) },
    { token: "00000000-0000-4000-8000-000000000001", worker: mailer.worker },
  );
  expect(again).toHaveProperty("result");
  expect(JSON.stringify(again)).toContain("4XyZ9");

  await mailer.steps.fail(mail.held, new NotExecuted("550 no such mailbox"), mailer.worker).catch(() => null);
  await page.reload();
  await expect(page.getByRole("main")).toContainText("Contradicted");
  await expect(page.getByRole("main")).toContainText("It was recorded that it happened; mailer-1 reported on");
  await expect(page.getByRole("region", { name: "Verdict" })).toContainText("A person recorded that it happened");
  expect((await auditOf(desk, mail)).at(-1)).toBe("action.failed_late");
  expect(await mailer.workReleased()).toBe(0);
  expect(mailer.received(mail)).toHaveLength(1);
});
