import { formatClock, formatTime } from "#components/ui/format-time.ts";
import { type Desk, expect, test } from "../desk.ts";
import { ASK, auditOf, decide, decisionOf, fillIn, openDecision, requestOf } from "../support/decisions.ts";
import { openMailer } from "../support/mailer.ts";
import { enter } from "../support/people.ts";

test("journey 28: every time on every page is told in the reader's zone, or in UTC once they say so", async ({
  desk,
  browser,
}) => {
  const mailer = openMailer(desk);
  const mail = await mailer.lose();
  const context = await browser.newContext({ baseURL: desk.url, timezoneId: "Asia/Tokyo" });
  const page = await context.newPage();
  await enter(desk, page, "operator@example.com", desk.password("operator"));
  await page.goto(`/reviews/${mail.reviewId}`);
  await decide(page, ...ASK);
  const { rows } = await desk.pool.query("select run_id from action_log where key = $1", [mail.key]);
  const paths = [
    "/queue?tab=all",
    `/reviews/${mail.reviewId}`,
    "/approvals?tab=asked",
    "/audit",
    "/runs",
    `/runs/${rows[0].run_id}`,
  ];

  for (const [preference, zone] of [
    ["browser", "Asia/Tokyo"],
    ["UTC", "UTC"],
  ] as const) {
    const saved = await page.request.put("/api/me/preferences", {
      headers: { origin: desk.url },
      data: { zone: preference },
    });
    expect(saved.ok()).toBe(true);
    for (const path of paths) {
      await page.goto(path);
      const times = page.getByRole("main").locator("time");
      await expect(times.first()).toBeVisible();
      const told = await times.evaluateAll((all) =>
        all.map((time) => [time.getAttribute("datetime") ?? "", time.textContent ?? ""] as const),
      );
      for (const [at, text] of told) {
        const isTold = text.includes(formatTime(at, zone)) || text.includes(formatClock(at, zone));
        expect(isTold, `${path}: “${text}” for ${at} in ${zone}`).toBe(true);
      }
    }
  }
  await context.close();
});

test("journey 36: a printed case has what is known, what would be sent, who decided, its address and its digest", async ({
  desk,
}) => {
  const mailer = openMailer(desk);
  const mail = await mailer.lose();
  const page = await desk.signIn("operator", `/reviews/${mail.reviewId}`);
  await decide(page, ...ASK, { note: "she says so" });
  await page.getByText("Everything", { exact: true }).click();
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  for (const name of ["Verdict", "How far it got", "What would be sent", "Timeline", "Open request"]) {
    await expect(page.getByRole("region", { name })).toBeVisible();
  }
  await expect(page.getByRole("region", { name: "What would be sent" })).toContainText("Hello Ana");
  await expect(page.getByText("she says so").first()).toBeVisible();
  const { rows } = await desk.pool.query("select payload_hash from action_log where key = $1", [mail.key]);
  await expect(page.getByText(`${desk.url}/reviews/${mail.reviewId} · digest ${rows[0].payload_hash}`)).toBeVisible();
  await expect(page.getByRole("button")).toHaveCount(0);
  await expect(page.getByRole("navigation")).toHaveCount(0);
  await expect(decisionOf(page)).toBeHidden();
  await expect(page.getByRole("region", { name: "Everything" })).toBeHidden();
  expect((await page.pdf()).length).toBeGreaterThan(10_000);
});

test("journey 39: without an answer, or with a fault, what was there stays, and the page says what is known", async ({
  desk,
}) => {
  const mailer = openMailer(desk);
  const mail = await mailer.lose();
  const page = await desk.signIn("operator");
  const faults = {
    offline: (path: string) => page.route(path, (route) => route.abort()),
    fault: (path: string) =>
      page.route(path, (route) =>
        route.fulfill({
          status: 500,
          contentType: "application/problem+json",
          body: JSON.stringify({ status: 500, code: "internal", title: "x", detail: "Ours.", requestId: "req-42" }),
        }),
      ),
  };
  const refetch = () => page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
  for (const [name, breakAt] of Object.entries(faults)) {
    await test.step(`${name}: list`, async () => {
      await page.goto("/approvals?tab=asked");
      await page.goto("/queue?tab=all");
      await expect(page.getByRole("link", { name: mail.subject }).first()).toBeVisible();
      await breakAt("**/api/reviews**");
      await refetch();
      await expect(page.getByText(/Not updating since/).first()).toBeVisible();
      await expect(page.getByRole("link", { name: mail.subject }).first()).toBeVisible();
      await page.unrouteAll();
    });
    await test.step(`${name}: decision`, async () => {
      await page.goto(`/reviews/${mail.reviewId}`);
      const dialog = await openDecision(page, "Dismiss");
      await fillIn(dialog, { note: "still here" });
      await breakAt("**/api/reviews/*/requests");
      await breakAt("**/api/decisions/**");
      await page.keyboard.press("Control+Enter");
      await expect(dialog.getByRole("alert")).toContainText("We cannot tell yet whether your decision was recorded.");
      await expect(dialog.getByRole("textbox", { name: /^Note/ })).toHaveValue("still here");
      await expect(dialog.getByRole("button", { name: "Check again" })).toBeVisible();
      await page.unrouteAll();
      await dialog.getByRole("button", { name: "Check again" }).click();
      await expect(dialog).toContainText("It was not recorded. Nothing was sent.");
      expect(await requestOf(desk, mail)).toBeNull();
    });
  }
  await notFoundIsAPage(desk);
  expect(await auditOf(desk, mail)).toEqual(["action.judged"]);
  expect(mailer.received(mail)).toHaveLength(1);
});

async function notFoundIsAPage(desk: Desk): Promise<void> {
  const page = await desk.signIn("operator");
  for (const id of ["00000000-0000-4000-8000-000000000000", "no-such-id"]) {
    await page.goto(`/reviews/${id}`);
    await expect(page.getByRole("main")).toContainText("Not found");
    await expect(page.getByRole("navigation", { name: "Desk" })).toBeVisible();
  }
}
