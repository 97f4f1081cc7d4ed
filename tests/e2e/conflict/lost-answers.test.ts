import { expect, test } from "../desk.ts";
import { ASK, auditOf, decide, decisionOf, endHold, fillIn, openDecision, requestOf } from "../support/decisions.ts";
import { openMailer } from "../support/mailer.ts";

const ASKED = "**/api/reviews/*/requests";
const SIGNED = "**/api/requests/*/sign-offs";

test("journey 14: a lost answer is asked for by its key: recorded, or not, and never twice", async ({ desk }) => {
  await desk.pool.query("update policy set hold_seconds = 600");
  const mailer = openMailer(desk);
  const mail = await mailer.lose();
  const operator = await desk.signIn("operator");
  const approver = await desk.signIn("approver");

  await test.step("lost on the way there: not recorded, and submitted again under the same key", async () => {
    await operator.goto(`/reviews/${mail.reviewId}`);
    const dialog = await openDecision(operator, ASK[0]);
    await fillIn(dialog, { note: "typed before it happened" });
    await operator.route(ASKED, (route) => route.abort(), { times: 1 });
    await operator.keyboard.press("Control+Enter");
    await expect(dialog).toContainText("It was not recorded. Nothing was sent.");
    expect(await requestOf(desk, mail)).toBeNull();
    await dialog.getByRole("button", { name: "Submit again" }).click();
    await expect(dialog).toBeHidden();
    expect(await requestOf(desk, mail)).toMatchObject({ note: "typed before it happened", state: "pending" });
  });

  await test.step("lost on the way back: recorded, and said so; a second signature never happens", async () => {
    await approver.goto(`/reviews/${mail.reviewId}`);
    const dialog = await openDecision(approver, "Sign off");
    await fillIn(dialog);
    await approver.route(SIGNED, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await approver.keyboard.press("Control+Enter");
    await expect(dialog).toBeHidden();
    await expect(decisionOf(approver)).toContainText("It was recorded at");
    expect(await requestOf(desk, mail)).toMatchObject({ state: "approved", signOffs: 1 });
  });

  await endHold(desk, mail);
  expect(await mailer.workReleased()).toBe(1);
  expect(mailer.received(mail)).toHaveLength(2);
  expect((await auditOf(desk, mail)).filter((action) => action === "sign_off.given")).toHaveLength(1);
});

test("journey 14: asked for, and the answer lost on the way back: one request", async ({ desk }) => {
  const mailer = openMailer(desk);
  const mail = await mailer.lose();
  const page = await desk.signIn("operator", `/reviews/${mail.reviewId}`);
  await page.route(ASKED, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await decide(page, ...ASK);
  await expect(decisionOf(page)).toContainText("It was recorded at");
  expect(await auditOf(desk, mail)).toEqual(["action.judged", "request.created"]);
});

test("journey 38: a session that ends inside a dialog is taken up there: the note stays, one decision is made", async ({
  desk,
}) => {
  const mailer = openMailer(desk);
  const mail = await mailer.lose();
  const page = await desk.signIn("operator", `/reviews/${mail.reviewId}`);
  const dialog = await openDecision(page, ASK[0]);
  await fillIn(dialog, { note: "typed before it happened" });
  await desk.pool.query("delete from auth_session");
  await page.keyboard.press("Control+Enter");
  await expect(dialog).toContainText("Your session has ended.");
  await dialog.getByLabel("Password", { exact: true }).fill(desk.password("operator"));
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  expect(await requestOf(desk, mail)).toMatchObject({ note: "typed before it happened" });
  expect(await auditOf(desk, mail)).toEqual(["action.judged", "request.created"]);
  expect(mailer.received(mail)).toHaveLength(1);
});
