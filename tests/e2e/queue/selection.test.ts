import { stuckCase } from "#tests/support/desk.ts";
import { expect, test } from "../desk.ts";

const CASES = 12;

test("journey 17: all in this view is frozen as it was when it was asked for, and the phrase carries its number", async ({
  desk,
}) => {
  for (let made = 0; made < CASES; made += 1) await stuckCase(desk.pool);
  const page = await desk.signIn("operator");
  await page.goto("/queue?kind=send_email");
  await expect(page.getByRole("row")).toHaveCount(1 + CASES);
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  const selection = page.getByRole("region", { name: "Selection" });
  await expect(selection).toContainText("1 selected");
  await selection.getByRole("button", { name: `All ${CASES} in this view` }).click();
  await expect(selection).toContainText(`${CASES} in this view`);
  await selection.getByRole("button", { name: "Ask for resends…" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Ask to send ${CASES} actions again?`);

  await desk.pool.query(
    `insert into action_log (key, run_id, kind, status, step, attempt, failure, doubts, judged_attempt, completed_at)
       select lpad(to_hex(n), 64, '0'), 'later', 'send_email', 'failed', n, 1, 'may_have_happened', 1, 1, now()
       from generate_series(1, 300) n`,
  );
  await desk.pool.query(
    "insert into review (action_key, attempt, cause) select key, 1, 'stale' from action_log where run_id = 'later'",
  );
  const form = page.getByRole("form");
  await form.getByRole("radio").first().check();
  await form.getByLabel(`Type ${CASES} resends`).fill(`${CASES + 300} resends`);
  await form.getByRole("button", { name: `Ask for ${CASES} resends` }).click();
  await expect(form.getByLabel(`Type ${CASES} resends`)).toHaveAttribute("aria-invalid", "true");
  await form.getByLabel(`Type ${CASES} resends`).fill(`${CASES} resends`);
  await form.getByRole("button", { name: `Ask for ${CASES} resends` }).click();
  await expect(page.getByText(`asked ${CASES} = done 0 + refused 0 + waiting ${CASES}`)).toBeVisible();
  const { rows } = await desk.pool.query(
    "select count(*)::int, count(distinct review_id)::int as reviews from review_request where state = 'pending'",
  );
  expect(rows).toEqual([{ count: CASES, reviews: CASES }]);
});
