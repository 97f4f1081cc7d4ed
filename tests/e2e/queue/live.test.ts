import type { Page } from "@playwright/test";
import { seenOf, type StuckCase, stuckCase } from "#tests/support/desk.ts";
import { type Desk, expect, test } from "../desk.ts";

async function stuckCases(desk: Desk, count: number, kind = "send_email"): Promise<StuckCase[]> {
  const cases: StuckCase[] = [];
  for (let made = 0; made < count; made += 1) cases.push(await stuckCase(desk.pool, { kind }));
  return cases;
}

const focusedRow = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute("aria-rowindex"));

/** As another tab of somebody else would. */
async function dismissElsewhere(desk: Desk, stuck: StuckCase | undefined): Promise<void> {
  if (stuck === undefined) throw new Error("no such case");
  const other = await desk.signIn("approver");
  const body = { type: "dismiss", reason: "No longer needed", ...(await seenOf(desk.pool, stuck)) };
  const status = await other.evaluate(
    async ({ path, given }) => {
      const headers = { "content-type": "application/json" };
      return (await fetch(path, { method: "POST", headers, body: JSON.stringify(given) })).status;
    },
    { path: `/api/reviews/${stuck.reviewId}/requests`, given: body },
  );
  expect(status).toBeLessThan(300);
}

/** Two browsers, each signed in. */
const TIMEOUT_MS = 300_000;

test("journey 22: new rows wait, and what another decides stays in its place as what became of it", async ({
  desk,
}) => {
  test.setTimeout(TIMEOUT_MS);
  const cases = await stuckCases(desk, 6);
  const page = await desk.signIn("operator");
  await page.goto("/queue");
  await expect(page.getByRole("row")).toHaveCount(7);
  for (const key of ["j", "x", "Shift+J", "Shift+J", "j"]) await page.keyboard.press(key);
  const selection = page.getByRole("region", { name: "Selection" });
  await expect(selection).toContainText("3 selected");
  const before = await focusedRow(page);
  const scrolled = await page.evaluate(() => window.scrollY);

  await stuckCases(desk, 14);
  await expect(page.getByText("14 new since")).toBeVisible();
  await expect(page.getByRole("row")).toHaveCount(7);
  await expect(selection).toContainText("3 selected");
  expect(await focusedRow(page)).toBe(before);
  expect(await page.evaluate(() => window.scrollY)).toBe(scrolled);

  await dismissElsewhere(desk, cases[5]);
  await expect(page.getByRole("row", { name: /dismissed by Cara/ })).toHaveCount(1);
  await expect(page.getByRole("row")).toHaveCount(7);
  expect(await focusedRow(page)).toBe(before);

  await page.keyboard.press(".");
  await expect(page.getByRole("grid")).toHaveAttribute("aria-rowcount", String(1 + 5 + 14));
  await expect(page.getByText(/new since/)).toHaveCount(0);
  await expect(selection).toContainText("3 selected");
  expect(await focusedRow(page)).toBe(before);
});

test("an empty list fills by itself", async ({ desk }) => {
  const page = await desk.signIn("operator");
  await page.goto("/queue");
  await expect(page.getByText("Nothing needs a decision.")).toBeVisible();
  await expect(page.getByText(/reaper/i).last()).toBeVisible();
  await stuckCases(desk, 2);
  await expect(page.getByRole("row")).toHaveCount(3);
});

test("journey 23: navigation, tab and list say one number, filtered or not", async ({ desk }) => {
  test.setTimeout(TIMEOUT_MS);
  await stuckCases(desk, 4);
  await stuckCases(desk, 2, "create_invoice");
  await stuckCase(desk.pool, { failure: "did_not_happen" });
  const page = await desk.signIn("operator");
  const nav = page.getByRole("navigation", { name: "Desk" }).getByRole("link", { name: /Queue/ });
  const tabs = page.getByRole("navigation", { name: "Lists of review queue" });
  const filters: [string, number][] = [
    ["", 6],
    ["?kind=create_invoice", 2],
    ["?kind=send_email", 4],
    ["?takenBy=-", 6],
    ["?text=run-", 6],
    ["?kind=nothing", 0],
  ];
  for (const [search, rows] of filters) {
    await page.goto(`/queue${search}`);
    await expect(nav).toContainText("6");
    await expect(tabs.getByRole("link", { name: "Needs decision 6" })).toBeVisible();
    await expect(tabs.getByRole("link", { name: "Did not happen 1" })).toBeVisible();
    if (rows === 0) await expect(page.getByText("6 in this list without filters.")).toBeVisible();
    else await expect(page.getByRole("row")).toHaveCount(1 + rows);
  }
  await page.goto("/queue?tab=did_not_happen");
  await expect(page.getByRole("row")).toHaveCount(2);
});
