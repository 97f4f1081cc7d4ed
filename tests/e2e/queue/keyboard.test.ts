import type { Page } from "@playwright/test";
import { stuckCase } from "#tests/support/desk.ts";
import { type Desk, expect, test } from "../desk.ts";

const CASES = 10;
const MOST_KEYS = 31;

async function open(desk: Desk, count: number): Promise<Page> {
  for (let made = 0; made < count; made += 1) await stuckCase(desk.pool, { target: `person-${made}@acme.test` });
  const page = await desk.signIn("operator");
  await page.goto("/queue");
  await expect(page.getByRole("row")).toHaveCount(1 + count);
  return page;
}

/** What has the focus: never the page itself. */
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute("role") ?? "");

async function decideAll(page: Page, key: string): Promise<number> {
  let pressed = 0;
  const press = async (name: string) => {
    pressed += 1;
    await page.keyboard.press(name);
  };
  await press("j");
  for (let decided = 0; decided < CASES; decided += 1) {
    expect(await focused(page)).toBe("row");
    await press(key);
    await expect(page.getByRole("dialog").getByRole("radio").first()).toBeFocused();
    await press("1");
    await press("Control+Enter");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect.poll(async () => focused(page)).toBe("row");
  }
  return pressed;
}

test("journey 20: ten cases are dismissed by keys alone, and ten resends asked for", async ({ desk }) => {
  test.setTimeout(300_000);
  const page = await open(desk, CASES);
  expect(await decideAll(page, "d")).toBeLessThanOrEqual(MOST_KEYS);
  const { rows: dismissed } = await desk.pool.query("select count(*)::int from review where resolution = 'dismissed'");
  expect(dismissed[0].count).toBe(CASES);

  for (let made = 0; made < CASES; made += 1) await stuckCase(desk.pool);
  await page.reload();
  await expect(page.getByRole("row")).toHaveCount(1 + CASES);
  expect(await decideAll(page, "r")).toBeLessThanOrEqual(MOST_KEYS);
  const { rows: asked } = await desk.pool.query(
    "select count(*)::int from review_request where type = 'resend' and state = 'pending'",
  );
  expect(asked[0].count).toBe(CASES);
  const { rows: audited } = await desk.pool.query(
    "select action, count(*)::int from audit_log where action = 'request.created' group by 1",
  );
  expect(audited).toEqual([{ action: "request.created", count: 2 * CASES }]);
  const { rows: effects } = await desk.pool.query("select count(*)::int from action_log where attempt > 1");
  expect(effects[0].count).toBe(0);
});

test("the keys of the list move, choose and open", async ({ desk }) => {
  const page = await open(desk, 5);
  const row = (index: number) => page.getByRole("row").nth(index);
  await page.keyboard.press("j");
  await expect(row(1)).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("j");
  await expect(row(3)).toBeFocused();
  await page.keyboard.press("k");
  await page.keyboard.press("ArrowUp");
  await expect(row(1)).toBeFocused();
  await page.keyboard.press("End");
  await expect(row(5)).toBeFocused();
  await page.keyboard.press("Home");
  await page.keyboard.press("x");
  await page.keyboard.press("Shift+J");
  await expect(page.getByRole("region", { name: "Selection" })).toContainText("2 selected");
  await expect(row(2)).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Space");
  await expect(row(2)).toHaveAttribute("aria-selected", "false");
  await page.keyboard.press("Control+a");
  await expect(page.getByRole("region", { name: "Selection" })).toContainText("5 selected");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("region", { name: "Selection" })).toHaveCount(0);
  await expect(row(2)).toBeFocused();
  await page.keyboard.press("t");
  await expect
    .poll(async () => (await desk.pool.query("select assignee_id from review where assignee_id is not null")).rowCount)
    .toBe(1);
  await page.keyboard.press("r");
  await expect(page.getByRole("dialog").getByRole("radio").first()).toBeFocused();
  await page.keyboard.press("1");
  await page.keyboard.press("Control+Enter");
  await expect(row(2)).toContainText("asked for a resend");
  await expect(row(3)).toBeFocused();
  await page.keyboard.press("k");
  await page.keyboard.press("z");
  await expect(row(2)).not.toContainText("asked for a resend");
  await page.keyboard.press("v");
  await expect(page.getByRole("complementary", { name: "Preview" })).toContainText("person-1");
  await expect(row(2)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/reviews\//);
});

test("journey 21: no key acts while somebody writes, below a dialog, or once they are switched off", async ({
  desk,
}) => {
  const page = await open(desk, 3);
  const dialog = page.getByRole("dialog");
  await page.keyboard.press("/");
  const filter = page.getByRole("searchbox");
  await expect(filter).toBeFocused();
  await page.keyboard.type("rdaxjm");
  await expect(filter).toHaveValue("rdaxjm");
  await expect(dialog).toHaveCount(0);

  const box = page.getByRole("row").nth(2).getByRole("checkbox");
  await box.focus();
  await page.keyboard.press("d");
  await expect(dialog.getByRole("radio").first()).toBeFocused();
  await dialog.getByRole("textbox", { name: /^Note/ }).focus();
  await page.keyboard.type("r d a 1");
  await expect(dialog.getByRole("textbox", { name: /^Note/ })).toHaveValue("r d a 1");
  await expect(dialog.getByRole("radio", { checked: true })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("row").nth(2)).toBeFocused();

  // Held, a key decides nothing twice; composed, it is none.
  await page.evaluate(() => {
    const press = (init: KeyboardEventInit) =>
      document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { bubbles: true, cancelable: true, ...init }));
    press({ key: "d", code: "KeyD", repeat: true });
    press({ key: "d", code: "KeyD", isComposing: true });
  });
  await expect(dialog).toHaveCount(0);

  await page.goto("/settings/appearance");
  await page.getByRole("switch", { name: /single key/ }).uncheck();
  await expect
    .poll(async () => (await desk.pool.query("select 1 from user_preference where not single_keys")).rowCount)
    .toBe(1);
  await page.goto("/queue");
  await page.getByRole("row").nth(1).focus();
  for (const key of ["j", "d", "r", "x"]) await page.keyboard.press(key);
  await expect(page.getByRole("row").nth(1)).toBeFocused();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Selection" })).toHaveCount(0);
});
