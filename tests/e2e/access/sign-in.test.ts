import { messagesAt } from "#tests/support/demo.ts";
import { expect, test } from "../desk.ts";
import { ask, auditOf, requestOf } from "../support/decisions.ts";
import { openMailer } from "../support/mailer.ts";

test.use({ sendsMail: true });

test("journeys 1 and 35: a link of a mail leads through a sign-in without scripts to its review; a foreign one does not", async ({
  desk,
  browser,
}) => {
  const mailer = openMailer(desk);
  const mail = await mailer.lose();
  await ask(desk, mail);
  await desk.reap();
  await desk.pool.query("update notification set due_at = clock_timestamp() where state = 'due'");
  await desk.reap();
  const notices = [...messagesAt(desk.sink).values()].flat().filter(({ to }) => to === "approver@example.com");
  const link = /https?:\/\/\S+\/reviews\/\S+/.exec(notices.map(({ text }) => text).join("\n"))?.[0] ?? "";
  expect(new URL(link).origin).toBe(desk.url);

  for (const javaScriptEnabled of [false, true]) {
    const context = await browser.newContext({ baseURL: desk.url, javaScriptEnabled });
    const page = await context.newPage();
    await page.goto(link);
    await expect(page).toHaveURL(/\/sign-in\?next=/);
    await expect(page.getByRole("main")).toContainText(`After signing in you go on to: ${new URL(link).pathname}`);
    await page.getByLabel("E-mail").fill("approver@example.com");
    await page.getByLabel("Password", { exact: true }).fill("wrong password");
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByRole("alert")).toContainText("E-mail or password is wrong.");
    await expect(page.getByLabel("E-mail")).toHaveValue("approver@example.com");
    await page.getByLabel("Password", { exact: true }).fill(desk.password("approver"));
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page).toHaveURL(link);
    // What was rendered by the server is there to read, with or without scripts.
    await expect(page.getByRole("region", { name: "Verdict" })).toContainText("May duplicate");
    await expect(page.getByRole("region", { name: "Open request" })).toContainText("Bo Lind asks for a resend");
    await page.goto("/queue?tab=all");
    await expect(page.getByRole("link", { name: mail.subject }).first()).toBeVisible();
    await page.goto("/audit");
    await expect(page.getByRole("main")).toContainText("request.created");
    await context.close();
  }
  expect(await requestOf(desk, mail)).toMatchObject({ state: "pending", signOffs: 0 });
  expect(await auditOf(desk, mail)).toEqual(["action.judged", "request.created"]);

  for (const next of ["https://evil.test/", "//evil.test", String.raw`/\evil.test`, "javascript:alert(1)"]) {
    const page = await desk.signedOut();
    await page.goto(`/sign-in?next=${encodeURIComponent(next)}`);
    await expect(page.getByRole("main")).not.toContainText("evil");
    const answer = await page.request.post("/api/auth/sign-in", {
      form: { email: "operator@example.com", password: desk.password("operator"), next },
      headers: { origin: desk.url },
      maxRedirects: 0,
    });
    expect(new URL(answer.headers()["location"] ?? "", desk.url).href).toBe(`${desk.url}/queue`);
  }
});
