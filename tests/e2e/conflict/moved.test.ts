import { NotExecuted } from "@notwice/once";
import type { Page } from "@playwright/test";
import { type Desk, expect, test } from "../desk.ts";
import {
  ask,
  auditOf,
  decide,
  decisionOf,
  endHold,
  fillIn,
  openDecision,
  requestOf,
  SIGN,
} from "../support/decisions.ts";
import { type LostMail, type Mailer, openMailer } from "../support/mailer.ts";

test.beforeEach(({ desk }) => desk.pool.query("update policy set hold_seconds = 600"));

/** Its first worker comes back: the mail was accepted after all. */
async function landLate({ steps, worker }: Mailer, { held }: LostMail): Promise<void> {
  await steps.succeed(held, { accepted: true }, worker);
}

async function askedFor(desk: Desk, mail: LostMail): Promise<Page> {
  await ask(desk, mail);
  return desk.signIn("approver", `/reviews/${mail.reviewId}`);
}

test("journey 11: a dialog is bound to what was on screen: once the case has moved, nothing is recorded", async ({
  desk,
}) => {
  const mailer = openMailer(desk);
  const mail = await mailer.lose();
  const page = await desk.signIn("operator", `/reviews/${mail.reviewId}`);
  const dialog = await openDecision(page, "Ask for a resend");
  await fillIn(dialog, { note: "as I read it" });
  const shown = await dialog.innerText();
  await mailer.steps.fail(mail.held, new NotExecuted("refused after all"), mailer.worker).catch(() => null);
  await expect.poll(async () => (await auditOf(desk, mail)).at(-1)).toBe("action.failed_late");
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  expect(await dialog.innerText()).toBe(shown);

  await page.keyboard.press("Control+Enter");
  const alert = dialog.getByRole("alert");
  await expect(alert).toContainText("This is not what you were looking at.");
  await expect(alert).toContainText("Nothing of yours was recorded.");
  await expect(dialog.getByRole("textbox", { name: /^Note/ })).toHaveValue("as I read it");
  expect(await requestOf(desk, mail)).toBeNull();
  await alert.getByRole("button", { name: "Show what changed" }).click();
  await expect(page.getByRole("region", { name: "Verdict" })).toContainText("Safe to resend");
  expect(await mailer.workReleased()).toBe(0);
  expect(mailer.received(mail)).toHaveLength(1);
});

test("journey 12: a late success closes the case while it is read", async ({ desk }) => {
  const mailer = openMailer(desk);
  const mail = await mailer.lose();
  const page = await desk.signIn("operator", `/reviews/${mail.reviewId}`);
  await expect(decisionOf(page).getByRole("button", { name: "Ask for a resend" })).toBeVisible();
  await landLate(mailer, mail);
  await expect(page.getByRole("region", { name: "Verdict" })).toContainText(
    "A worker reported late that it did arrive.",
  );
  await expect(decisionOf(page).getByRole("button")).toHaveCount(0);
  expect(await mailer.workReleased()).toBe(0);
  expect(mailer.received(mail)).toHaveLength(1);
  expect(await auditOf(desk, mail)).toEqual(["action.judged", "action.landed_late"]);
});

test("journey 12: a late success under an open dialog is told there, and nothing is signed", async ({ desk }) => {
  const mailer = openMailer(desk);
  const mail = await mailer.lose();
  const approver = await askedFor(desk, mail);
  const dialog = await openDecision(approver, "Sign off");
  await fillIn(dialog, { note: "looked twice" });
  await landLate(mailer, mail);
  await approver.keyboard.press("Control+Enter");
  await expect(dialog.getByRole("alert")).toContainText(
    "The worker reported that it did arrive. Nothing is sent again.",
  );
  await expect(dialog.getByRole("textbox", { name: /^Note/ })).toHaveValue("looked twice");
  await dialog.getByRole("button", { name: "Show what changed" }).click();
  await expect(approver.getByRole("region", { name: "Verdict" })).toContainText("it did arrive");
  expect(await requestOf(desk, mail)).toMatchObject({ state: "superseded", signOffs: 0 });
  expect(await mailer.workReleased()).toBe(0);
  expect(mailer.received(mail)).toHaveLength(1);
});

test("journey 12: a late success after the approval takes the release back before anyone claims it", async ({
  desk,
}) => {
  const mailer = openMailer(desk);
  const mail = await mailer.lose();
  const approver = await askedFor(desk, mail);
  await decide(approver, ...SIGN);
  await landLate(mailer, mail);
  await expect(approver.getByRole("region", { name: "Verdict" })).toContainText("it did arrive");
  await expect(decisionOf(approver).getByRole("button", { name: "Take back" })).toHaveCount(0);
  expect(await mailer.workReleased()).toBe(0);
  expect(mailer.received(mail)).toHaveLength(1);
  expect((await auditOf(desk, mail)).at(-1)).toBe("action.landed_late");
});

test("journey 13: a request that expires under an open dialog is told there, and signs nothing", async ({ desk }) => {
  const mailer = openMailer(desk);
  const mail = await mailer.lose();
  const approver = await askedFor(desk, mail);
  const dialog = await openDecision(approver, "Sign off");
  await fillIn(dialog);
  await desk.pool.query("update review_request set expires_at = clock_timestamp() where review_id = $1", [
    mail.reviewId,
  ]);
  await approver.keyboard.press("Control+Enter");
  await expect(dialog.getByRole("alert")).toContainText("This request expired.");
  await dialog.getByRole("button", { name: "Show what changed" }).click();
  await expect(approver.getByRole("region", { name: "Open request" })).toHaveCount(0);
  expect(await requestOf(desk, mail)).toMatchObject({ signOffs: 0 });
  expect(await mailer.workReleased()).toBe(0);
  expect(mailer.received(mail)).toHaveLength(1);
});

test("journey 13: a release that lapses before anyone claimed it sends nothing, and can be asked for again", async ({
  desk,
}) => {
  const mailer = openMailer(desk);
  const mail = await mailer.lose();
  const approver = await askedFor(desk, mail);
  await decide(approver, ...SIGN);
  await endHold(desk, mail);
  await desk.pool.query(
    "update action_log set release_expires_at = clock_timestamp(), revision = revision + 1 where key = $1",
    [mail.key],
  );
  expect(await mailer.workReleased()).toBe(0);
  await desk.reap();
  await expect(decisionOf(approver).getByRole("button", { name: "Ask for a resend" })).toBeVisible();
  const timeline = approver.getByRole("region", { name: "Timeline" });
  await expect(timeline).toContainText("The release lapsed before any worker took it");
  expect(await mailer.workReleased()).toBe(0);
  expect(mailer.received(mail)).toHaveLength(1);
  expect(await auditOf(desk, mail)).toEqual([
    "action.judged",
    "request.created",
    "sign_off.given",
    "request.approved",
    "action.released",
    "action.lapsed",
  ]);
});
