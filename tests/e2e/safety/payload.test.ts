import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { stuckCase } from "#tests/support/desk.ts";
import { expect, test } from "../desk.ts";

/** Counts whoever calls: nothing that is shown here may. */
async function listener() {
  let calls = 0;
  const server = createServer((_, response) => {
    calls += 1;
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, calls: () => calls, [Symbol.dispose]: () => server.close() };
}

test("journey 26: nothing of a hostile mail runs, loads, submits or leads away: it is text", async ({ desk }) => {
  using outside = await listener();
  const html = [
    `<script>document.title = "owned"; alert(1); fetch("${outside.url}/script")</script>`,
    `<img src="${outside.url}/pixel" onerror="alert(2)">`,
    `<style>@import url("${outside.url}/style"); body { background: url("${outside.url}/background") }</style>`,
    `<meta http-equiv="refresh" content="0;url=${outside.url}/refresh">`,
    `<form action="${outside.url}/form"><button autofocus>Approve</button></form>`,
    `<iframe src="${outside.url}/frame"></iframe><link rel="prefetch" href="${outside.url}/prefetch">`,
    `<a href="javascript:alert(3)">click</a>`,
  ].join("");
  const link = `javascript:alert(4)//${outside.url}`;
  const payload = { from: html, html, messageId: `<${html}>`, subject: html, text: `${html}\n${link}`, to: html };
  const odd = { [html]: html, link, nested: { html } };
  const mail = await stuckCase(desk.pool, { target: html, payload: JSON.stringify(payload) });
  const other = await stuckCase(desk.pool, { kind: "some_kind", target: link, payload: JSON.stringify(odd) });
  const page = await desk.signIn("operator");
  const said: string[] = [];
  page.on("dialog", (dialog) => {
    said.push(dialog.message());
    void dialog.dismiss();
  });
  const left: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(desk.url) && !request.url().startsWith("data:")) left.push(request.url());
  });

  await page.goto("/queue?tab=all");
  await expect(page.getByRole("main")).toContainText("<script>");
  for (const { reviewId } of [mail, other]) {
    await page.goto(`/reviews/${reviewId}`);
    const shown = page.getByRole("region", { name: "What would be sent" });
    await expect(shown).toContainText("<script>");
    await shown.getByRole("tab", { name: "Stored bytes" }).click();
    await expect(shown.getByRole("region", { name: "Stored bytes" })).toContainText("javascript:alert(");
    await expect(page.getByRole("button", { name: "Approve", exact: true })).toHaveCount(0);
    await expect(page.getByRole("main").locator("script, iframe, form[action], img, meta")).toHaveCount(0);
    await expect(page.locator('a[href^="javascript:"]')).toHaveCount(0);
    expect(await page.title()).not.toBe("owned");
    await expect(page).toHaveURL(new RegExp(reviewId));
  }
  expect(said).toEqual([]);
  expect(left).toEqual([]);
  expect(outside.calls()).toBe(0);
});

test("journey 27: nineteen digits stay nineteen digits in the list, the page, the clipboard and an export", async ({
  desk,
}) => {
  const digits = "1970670598291982290";
  const { reviewId, key } = await stuckCase(desk.pool, {
    kind: "create_order",
    runId: `order-${digits}`,
    target: digits,
    payload: `{"amount":${digits},"number":${digits}}`,
  });
  const page = await desk.signIn("approver");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/queue");
  await expect(page.getByRole("link", { name: digits }).first()).toBeVisible();
  await page.goto(`/reviews/${reviewId}`);
  const shown = page.getByRole("region", { name: "What would be sent" });
  await expect(shown.getByText(digits)).toHaveCount(2);
  await shown.getByRole("tab", { name: "Stored bytes" }).click();
  await expect(shown.getByRole("region", { name: "Stored bytes" })).toHaveText(
    `{"amount":${digits},"number":${digits}}`,
  );
  await page.getByRole("button", { name: "Copy run" }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`order-${digits}`);
  await page.getByRole("button", { name: "Copy key" }).first().click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);

  const answer = await page.request.get(`/api/actions/${key}`);
  expect(await answer.text()).toContain(String.raw`{\"amount\":1970670598291982290,\"number\":1970670598291982290}`);
  await page.request.post(`/api/reviews/${reviewId}/assign`, {
    headers: { origin: desk.url },
    data: { assigneeId: null },
  });
  const exported = await page.request.get("/api/audit/export?format=csv");
  expect(exported.status()).toBe(200);
  expect(await page.content()).not.toContain("1970670598291982300");
});
