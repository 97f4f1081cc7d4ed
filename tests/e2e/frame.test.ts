import { gzipSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { stuckCase } from "#tests/support/desk.ts";
import { expect, test } from "./desk.ts";

/** Kilobytes as they come over the wire, compressed. */
const BUDGETS_KB = { signIn: 190, page: 260, css: 40 };
const KB = 1024;

test("keys: pages, the sheet, the palette; none while writing, below a dialog, or switched off", async ({ desk }) => {
  const page = await desk.signIn("operator");
  await page.keyboard.press("g");
  await page.keyboard.press("a");
  await expect(page).toHaveURL(/approvals/);
  await page.keyboard.press("Shift+?");
  await expect(page.getByRole("dialog", { name: "Keys" })).toContainText("Go to queue");
  await page.keyboard.press("g");
  await page.keyboard.press("q");
  await expect(page).toHaveURL(/approvals/);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();

  const { reviewId, key } = await stuckCase(desk.pool);
  const palette = page.getByRole("dialog", { name: "Go to, find or do" });
  await page.keyboard.press("Control+k");
  await expect(palette.getByRole("combobox")).toBeFocused();
  await page.keyboard.type(key.slice(0, 10));
  await expect(page.getByRole("option", { name: new RegExp(key.slice(0, 10)) })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(reviewId));

  await page.keyboard.press("Control+k");
  await expect(palette.getByRole("combobox")).toBeFocused();
  await page.keyboard.type("switch single keys off");
  await expect(page.getByRole("option", { name: "Switch single keys off" })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect
    .poll(async () => (await desk.pool.query("select single_keys from user_preference")).rows)
    .toEqual([{ single_keys: false }]);
  await page.keyboard.press("g");
  await page.keyboard.press("q");
  await expect(page).toHaveURL(new RegExp(reviewId));
  expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe("BODY");
});

test("live: another's change is there by itself, also after Postgres dropped the listener", async ({ desk }) => {
  const page = await desk.signIn("operator");
  const queue = page.getByRole("navigation", { name: "Desk" }).getByRole("link", { name: /Queue/ });
  await expect(queue).toContainText("0");
  const listener = "from pg_stat_activity where application_name = 'notwice listener' and datname = current_database()";
  await expect.poll(async () => (await desk.pool.query(`select ${listener}`)).rowCount).toBe(1);
  await stuckCase(desk.pool);
  await expect(queue).toContainText("1");
  await desk.pool.query(`select pg_terminate_backend(pid) ${listener}`);
  await stuckCase(desk.pool);
  await expect(queue).toContainText("2");
});

test("journey 37: what a page loads stays within its budget", async ({ desk }) => {
  const sizes = new Map<string, { script: number; style: number }>();
  const measure = async (page: Page, path: string) => {
    const size = { script: 0, style: 0 };
    const answers: Promise<void>[] = [];
    page.on("response", (response) => {
      const type = response.request().resourceType();
      if (type !== "script" && type !== "stylesheet") return;
      answers.push(
        response.body().then((body) => {
          size[type === "script" ? "script" : "style"] += gzipSync(body).length / KB;
        }),
      );
    });
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await Promise.all(answers);
    page.removeAllListeners("response");
    sizes.set(path, { script: Math.round(size.script), style: Math.round(size.style) });
  };
  await measure(await desk.signedOut(), "/sign-in");
  const { reviewId } = await stuckCase(desk.pool);
  const page = await desk.signIn("operator");
  for (const path of ["/queue", `/reviews/${reviewId}`, "/approvals"]) await measure(page, path);
  test.info().annotations.push({ type: "sizes", description: JSON.stringify(Object.fromEntries(sizes)) });
  for (const [path, { script, style }] of sizes) {
    expect
      .soft(script, `scripts of ${path}`)
      .toBeLessThanOrEqual(path === "/sign-in" ? BUDGETS_KB.signIn : BUDGETS_KB.page);
    expect.soft(style, `styles of ${path}`).toBeLessThanOrEqual(BUDGETS_KB.css);
  }
});
