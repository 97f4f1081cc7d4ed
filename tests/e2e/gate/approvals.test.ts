import { expect, test } from "../desk.ts";
import { expectAccessible } from "../expect-accessible.ts";
import { ASK, ask, decide, requestOf } from "../support/decisions.ts";
import { openMailer } from "../support/mailer.ts";
import { join } from "../support/people.ts";

test("the approvals: what waits, soonest first; put together and signed as one set; what was decided", async ({
  desk,
}) => {
  test.setTimeout(240_000);
  const mailer = openMailer(desk);
  const cara = await desk.signIn("approver", "/approvals");
  await expect(cara.getByText(/^You can decide kinds: .*send_email/)).toBeVisible();
  const first = await mailer.lose({ subject: "First offer" });
  const second = await mailer.lose({ subject: "Second offer", to: "eli@acme.test" });
  const kept = await mailer.lose({ subject: "Not chosen", to: "zoe@acme.test" });
  for (const mail of [first, second, kept]) await ask(desk, mail);
  await desk.pool.query("update review_request set expires_at = expires_at - interval '1 hour' where review_id = $1", [
    second.reviewId,
  ]);
  await cara.reload();
  const rows = cara.getByRole("rowheader");
  await expect(rows).toHaveText([/Second offer/, /First offer/, /Not chosen/]);

  await cara.getByRole("checkbox", { name: "Select First offer" }).check();
  await cara.getByRole("checkbox", { name: "Select Second offer" }).check();
  await expect(cara.getByRole("region", { name: "Selection" })).toContainText("2 selected");
  await expectAccessible(cara, "approvals, two selected");
  await cara.setViewportSize({ width: 1280, height: 800 });
  await cara.getByRole("button", { name: "Sign as one set" }).click();
  await expect(cara).toHaveURL(/\/bulk\//);
  await cara.getByRole("button", { name: /Sign off 2 resends/ }).click();
  const form = cara.getByRole("form");
  await form.getByRole("radio").first().check();
  await form.getByLabel("Type 2 resends").fill("2 resends");
  await form.getByRole("button", { name: "Approve 2 resends" }).click();
  await expect(cara.getByText("Your signature is recorded: 2 approved.")).toBeVisible();
  expect(await requestOf(desk, first)).toMatchObject({ state: "approved", signOffs: 1 });
  expect(await requestOf(desk, second)).toMatchObject({ state: "approved", signOffs: 1 });
  expect(await requestOf(desk, kept)).toMatchObject({ state: "pending", signOffs: 0 });

  await cara.goto("/approvals?tab=decided");
  await expect(cara.getByRole("row", { name: /First offer/ })).toContainText("Approved by Cara Voss");
  await expect(cara.getByRole("row")).toHaveCount(1 + 2);
});

test("an admin is told of what can never be approved as the roles stand, and nobody else", async ({ desk }) => {
  const mailer = openMailer(desk);
  const mail = await mailer.lose();
  await desk.pool.query("update auth_user set roles = '{operator}' where email = 'approver@example.com'");
  const eli = await join(desk, "Eli", "approver");
  await eli.goto(`/reviews/${mail.reviewId}`);
  await decide(eli, ...ASK);
  const words = "1 request can never be approved: only Eli may sign, and nobody signs what they asked for or edited.";
  const admin = await desk.signIn("admin", "/approvals");
  await expect(admin.getByRole("main")).toContainText(words);
  await eli.goto("/approvals");
  await expect(eli.getByText("Nothing waits for your sign-off.")).toBeVisible();
  await expect(eli.getByRole("main")).not.toContainText("can never be approved");

  await join(desk, "Zoe", "approver");
  await admin.reload();
  await expect(admin.getByText("Nothing waits for your sign-off.")).toBeVisible();
  await expect(admin.getByRole("main")).not.toContainText("can never be approved");
});
