import { stuckCase } from "#tests/support/desk.ts";
import { expect, test } from "./desk.ts";

test("the overview counts what its links lead to, and one box without an answer leaves the others", async ({
  desk,
}) => {
  const page = await desk.signIn("operator");
  await page.getByRole("link", { name: "Overview" }).click();
  await expect(page.getByText(/^No stuck sends\./)).toBeVisible();

  await stuckCase(desk.pool);
  await stuckCase(desk.pool);
  await stuckCase(desk.pool, { kind: "create_invoice", cause: "window_over" });
  const needsDecision = page.getByRole("link", { name: /^Needs a decision/ });
  await expect(needsDecision).toContainText("3");
  const causes = page.getByRole("table", { name: "Causes now" });
  await expect(causes.getByRole("row")).toHaveCount(1 + 2);
  await expect(page.getByText(/^3 got stuck/)).toBeVisible();

  await page.route("**/api/reviews/figures", (route) => route.abort());
  await stuckCase(desk.pool);
  await expect(page.getByText(/^No figure since/)).toBeVisible();
  await expect(needsDecision).toContainText("3");
  await expect(page.getByText(/^4 got stuck/)).toBeVisible();
  await page.unroute("**/api/reviews/figures");
  await page.getByRole("button", { name: /^Ask again/ }).click();
  await expect(needsDecision).toContainText("4");
  for (const [key, path] of [
    ["p", "/policies"],
    ["h", "/reaper"],
    ["o", "/overview"],
  ] as const) {
    await page.keyboard.press("g");
    await page.keyboard.press(key);
    await expect(page).toHaveURL(new RegExp(`${path}$`));
  }
  await needsDecision.click();
  await expect(page).toHaveURL(/\/queue$/);
  await expect(page.getByRole("heading", { level: 1, name: "Review queue" })).toBeVisible();
});
