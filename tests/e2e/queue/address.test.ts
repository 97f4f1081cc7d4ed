import { stuckCase } from "#tests/support/desk.ts";
import { expect, test } from "../desk.ts";

test("journey 25: the address is the view, for whoever opens it", async ({ desk }) => {
  test.setTimeout(300_000);
  for (let made = 0; made < 3; made += 1) await stuckCase(desk.pool, { target: `person-${made}@acme.test` });
  for (let made = 0; made < 2; made += 1) await stuckCase(desk.pool, { kind: "create_invoice", runId: `run-${made}` });
  const page = await desk.signIn("operator");
  await page.goto("/queue");
  await expect(page.getByRole("row")).toHaveCount(6);
  await page.getByRole("button", { name: "Filter…" }).click();
  await page.getByLabel("Kind").selectOption({ label: "Invoice (2)" });
  await expect(page.getByRole("row")).toHaveCount(3);
  await expect(page).toHaveURL(/kind=create_invoice/);
  await page.getByRole("button", { name: "Waiting" }).click();
  await expect(page.getByRole("columnheader", { name: "Waiting" })).toHaveAttribute("aria-sort", "descending");
  await expect(page).toHaveURL(/order=desc/);
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await expect(page).toHaveURL(/at=/);
  const address = page.url();

  await page.reload();
  await expect(page.getByRole("row")).toHaveCount(3);
  await expect(page.getByRole("columnheader", { name: "Waiting" })).toHaveAttribute("aria-sort", "descending");
  await page.keyboard.press("j");
  await expect(page.getByRole("row").nth(2)).toBeFocused();

  const other = await desk.signIn("approver");
  await other.goto(address);
  await expect(other.getByRole("row")).toHaveCount(3);
  await expect(other.getByRole("list", { name: "Filters" })).toContainText("Kind: Invoice");
  await other.getByRole("button", { name: /Kind: Invoice/ }).click();
  await expect(other.getByRole("row")).toHaveCount(6);
  await other.goBack();
  await expect(other.getByRole("row")).toHaveCount(3);

  await other.goto("/queue?kind=create_invoice&risk=enormous&colour=red");
  await expect(other.getByText("it could not be read: risk, colour")).toBeVisible();
  await expect(other.getByRole("row")).toHaveCount(3);

  await other.goto("/queue?group=run");
  await other.getByRole("link", { name: "run-1", exact: true }).click();
  await expect(other).toHaveURL(/run=run-1/);
  await expect(other.getByRole("grid").getByRole("row")).toHaveCount(2);
});

test("a row opens, though its place is written into the address while its page is on the way", async ({ desk }) => {
  const { reviewId } = await stuckCase(desk.pool);
  const page = await desk.signIn("operator");
  await page.goto("/queue");
  await page.route(`**/reviews/${reviewId}**`, async (route) => {
    await expect.poll(() => page.url()).toContain("at=");
    await route.continue();
  });
  await page.getByRole("row").nth(1).getByRole("link").click();
  await expect(page).toHaveURL(new RegExp(`/reviews/${reviewId}`));
  await page.goBack();
  await expect(page).toHaveURL(/at=/);
  await expect(page.getByRole("row")).toHaveCount(2);
});
