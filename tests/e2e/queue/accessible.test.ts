import { stuckCase } from "#tests/support/desk.ts";
import { expect, test } from "../desk.ts";
import { expectAccessible } from "../expect-accessible.ts";

test("the queue can be used with a screen reader and on a phone in each of its states", async ({ desk }) => {
  test.setTimeout(600_000);
  for (let made = 0; made < 4; made += 1) await stuckCase(desk.pool, { runId: `run-${made % 2}`, step: made });
  const page = await desk.signIn("operator");
  await page.goto("/queue?kind=send_email&columns=run,attempts,key&preview=yes");
  await page.getByRole("row").nth(1).focus();
  await page.keyboard.press("x");
  await page.getByRole("button", { name: "Filter…" }).click();
  await expect(page.getByLabel("Kind")).toBeVisible();
  await expect(page.getByRole("region", { name: "Selection" })).toBeVisible();
  await expect(page.getByRole("complementary", { name: "Preview" })).toContainText("How far it got");
  await expectAccessible(page, "selection, filters, preview");
  await page.setViewportSize({ width: 1280, height: 800 });

  for (const [name, search] of [
    ["groups", "?group=cause"],
    ["pages", "?view=pages"],
    ["no match", "?kind=nothing&colour=red"],
  ]) {
    await page.goto(`/queue${search}`);
    await expect(page.locator("#list")).toBeVisible();
    await expectAccessible(page, name ?? "");
    await page.setViewportSize({ width: 1280, height: 800 });
  }
});
