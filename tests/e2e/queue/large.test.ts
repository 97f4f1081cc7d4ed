import type { Page } from "@playwright/test";
import pg from "pg";
import { insertOpenReviews } from "../../../bench/support/rows.ts";
import { type Desk, expect, test } from "../desk.ts";

const CASES = 100_000;
const MOST_ROWS = 60;
const MOST_NODES = 1500;
const FAR = 5000;
const STEP_PX = 600;

async function seed(desk: Desk): Promise<void> {
  const client = new pg.Client({ connectionString: desk.databaseUrl });
  await client.connect();
  await insertOpenReviews(client, CASES);
  await client.end();
}

const drawn = (page: Page) =>
  page.evaluate(() => ({
    rows: document.querySelectorAll("[role=grid] [role=row]").length,
    nodes: document.querySelectorAll("[role=grid] *").length,
  }));

/** Downwards frame by frame: in how many of them nothing stood in the middle of the window. */
const blankFrames = (page: Page, steps: number) =>
  page.evaluate(
    async ({ count, px }) => {
      let blank = 0;
      for (let step = 0; step < count; step += 1) {
        window.scrollBy(0, px);
        await new Promise(requestAnimationFrame);
        await new Promise(requestAnimationFrame);
        const middle = document.elementFromPoint(window.innerWidth / 2, window.innerHeight / 2);
        if (middle?.closest("[role=row]") === null) blank += 1;
      }
      return blank;
    },
    { count: steps, px: STEP_PX },
  );

async function loadFar(page: Page): Promise<void> {
  const loaded = page.getByText(/of 10,000\+ loaded/);
  const count = async () => Number((await loaded.textContent())?.split(" ")[0]?.replaceAll(",", "") ?? 0);
  while ((await count()) < FAR) {
    const before = await count();
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await expect.poll(count, { intervals: [30] }).toBeGreaterThan(before);
  }
}

test("journey 24: a hundred thousand cases, of which only those in sight are drawn", async ({ desk }) => {
  test.setTimeout(600_000);
  await seed(desk);
  const page = await desk.signIn("operator");
  await page.goto("/queue");
  const grid = page.getByRole("grid");
  await expect(grid).toHaveAttribute("aria-rowcount", "-1");
  await expect(page.getByRole("navigation", { name: "Desk" })).toContainText("10,000+");
  await expect(page.getByRole("link", { name: "Needs decision 10,000+" })).toBeVisible();
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await expect(page.locator(":focus")).toHaveAttribute("aria-rowindex", "3");

  await loadFar(page);
  await page.evaluate(() => window.scrollTo(0, 0));
  expect(await blankFrames(page, 60)).toBe(0);
  const { rows, nodes } = await drawn(page);
  expect(rows).toBeLessThanOrEqual(MOST_ROWS);
  expect(nodes).toBeLessThanOrEqual(MOST_NODES);

  // From the far end the keys go on where they were, and the row that had the focus never lost it.
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await expect(page.locator(":focus")).toHaveAttribute("aria-rowindex", "3");
  await page.keyboard.press("j");
  await expect(page.locator(":focus")).toHaveAttribute("aria-rowindex", "4");
  await expect(page.locator(":focus")).toBeInViewport();

  await page.keyboard.press("End");
  await expect(page.locator(":focus")).toBeInViewport();
  const last = Number(await page.locator(":focus").getAttribute("aria-rowindex"));
  expect(last).toBeGreaterThan(FAR);
  await page.keyboard.press("Home");
  await expect(page.locator(":focus")).toHaveAttribute("aria-rowindex", "2");
  await expect(page.locator(":focus")).toBeInViewport();
  await page.keyboard.press("Control+a");
  await expect(page.getByRole("region", { name: "Selection" })).toContainText(/\d,\d{3} selected/);
  const afterAll = await drawn(page);
  expect(afterAll.rows).toBeLessThanOrEqual(MOST_ROWS);

  const first = await grid.getByRole("row").nth(1).getByRole("link").getAttribute("href");
  await page.goto("/queue?view=pages");
  const table = page.getByRole("table");
  await expect(table.getByRole("row")).toHaveCount(101);
  expect(await table.getByRole("row").nth(1).getByRole("link").getAttribute("href")).toBe(first);
  await page.getByRole("link", { name: "Next page" }).click();
  await expect(page).toHaveURL(/cursor=/);
  await expect(table.getByRole("row")).toHaveCount(101);
});
