import { expect, test } from "../desk.ts";
import { ASK, auditOf, decide, decisionOf, endHold, requestOf, SIGN } from "../support/decisions.ts";
import { openMailer } from "../support/mailer.ts";
import { join } from "../support/people.ts";

test.beforeEach(({ desk }) => desk.pool.query("update policy set hold_seconds = 600"));

test("journey 5: asked for, approved by another, held, and sent once more with the same bytes", async ({ desk }) => {
  const mailer = openMailer(desk);
  const mail = await mailer.lose();
  const other = await mailer.lose({ to: "eli@acme.test", subject: "Another one" });
  const operator = await desk.signIn("operator", `/reviews/${mail.reviewId}`);
  await decide(operator, ...ASK, { note: "she says so" });
  expect(await mailer.workReleased()).toBe(0);

  const approver = await desk.signIn("approver", "/approvals");
  await approver.getByRole("link", { name: mail.subject }).click();
  await decide(approver, ...SIGN);
  await expect(decisionOf(approver)).toContainText("until then you can take it back");
  expect(await mailer.workReleased()).toBe(0);
  expect(mailer.received(mail)).toHaveLength(1);

  await endHold(desk, mail);
  expect(await mailer.workReleased()).toBe(1);
  expect(await mailer.workReleased()).toBe(0);
  const [again, first, ...more] = mailer
    .received(mail)
    .map(({ from, to, subject, messageId, text }) => ({ from, to, subject, messageId, text }));
  expect(more).toEqual([]);
  expect(again).toEqual(first);
  expect(mailer.received(other)).toHaveLength(1);

  await approver.goto(`/reviews/${mail.reviewId}`);
  await expect(approver.getByRole("region", { name: "Verdict" })).toContainText("Accepted");
  expect(await auditOf(desk, mail)).toEqual([
    "action.judged",
    "request.created",
    "sign_off.given",
    "request.approved",
    "action.released",
    "review.closed",
  ]);
});

test("journey 6: taken back within the hold, nothing is sent, and it can be asked for again", async ({ desk }) => {
  const mailer = openMailer(desk);
  const mail = await mailer.lose();
  const operator = await desk.signIn("operator", `/reviews/${mail.reviewId}`);
  await decide(operator, ...ASK);
  const approver = await desk.signIn("approver", `/reviews/${mail.reviewId}`);
  await decide(approver, ...SIGN);

  await operator.reload();
  await decisionOf(operator).getByRole("button", { name: "Take back" }).click();
  await expect(decisionOf(operator)).toContainText("Taken back before anyone claimed it. Nothing was sent by this.");
  await expect(decisionOf(operator).getByRole("button", { name: "Ask for a resend" })).toBeVisible();
  expect(await mailer.workReleased()).toBe(0);
  expect(mailer.received(mail)).toHaveLength(1);
  expect(await auditOf(desk, mail)).toEqual([
    "action.judged",
    "request.created",
    "sign_off.given",
    "request.approved",
    "action.released",
    "release.taken_back",
  ]);
});

test("journey 8: of two sign-offs the first sends nothing, and is seen on the list, the page and in the dialog", async ({
  desk,
}) => {
  await desk.pool.query("update policy set sign_offs_resend = 2");
  const mailer = openMailer(desk);
  const mail = await mailer.lose();
  const operator = await desk.signIn("operator", `/reviews/${mail.reviewId}`);
  await decide(operator, ...ASK);
  const cara = await desk.signIn("approver");
  const eli = await join(desk, "Eli", "approver");
  await cara.goto(`/reviews/${mail.reviewId}`);
  await decide(cara, ...SIGN);
  await expect(decisionOf(cara)).toContainText("Your approval is recorded. More are needed. Nothing was sent by this.");
  expect(await mailer.workReleased()).toBe(0);
  expect(await requestOf(desk, mail)).toMatchObject({ state: "pending", signOffs: 1 });

  // It left her list, and her vote is hers in the list of all.
  await cara.goto("/approvals");
  await expect(cara.getByText("Nothing waits for your sign-off.")).toBeVisible();
  await cara.goto("/approvals?tab=awaiting_sign_off");
  await expect(cara.getByRole("row", { name: mail.subject })).toContainText("1 of 2");
  await expect(cara.getByRole("row", { name: mail.subject })).toContainText("you yes");
  await eli.goto("/approvals");
  await expect(eli.getByRole("row", { name: mail.subject })).toContainText("Cara Voss yes");
  await eli.getByRole("link", { name: mail.subject }).click();
  await expect(eli.getByRole("region", { name: "Open request" })).toContainText("1 of 2 signed: Cara Voss");

  await decide(eli, ...SIGN);
  await endHold(desk, mail);
  expect(await mailer.workReleased()).toBe(1);
  expect(mailer.received(mail)).toHaveLength(2);
  expect(await auditOf(desk, mail)).toEqual([
    "action.judged",
    "request.created",
    "sign_off.given",
    "sign_off.given",
    "request.approved",
    "action.released",
    "review.closed",
  ]);
  await eli.goto("/approvals?tab=decided");
  await expect(eli.getByRole("row", { name: mail.subject })).toContainText("Approved by Eli");
});
