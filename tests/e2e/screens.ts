import { startAgent } from "#tests/support/demo.ts";
import { expect, test } from "./desk.ts";

/** `npm run screens`: the pictures of the README, made from a desk in use. */
const FOLDER = "docs/screens";
const SIZE = { width: 1280, height: 800 };

test("pictures of the desk", async ({ desk }) => {
  await desk.pool.query("update policy set stale_after_seconds = 3, hold_seconds = 1, backoff_seconds = 0");
  await using agent = startAgent({
    databaseUrl: desk.databaseUrl,
    sink: desk.sink,
    runs: 9,
    chaos: { after_accept: [2, 5], after_begin: [4], reset_after_dot: [7] },
  });
  await expect
    .poll(async () => {
      await desk.reap();
      const { rows } = await desk.pool.query("select count(*)::int from review where state = 'open'");
      return rows[0].count;
    })
    .toBe(4);
  expect(agent.deaths()).toBe(3);

  const operator = await desk.signIn("operator");
  await operator.setViewportSize(SIZE);
  await operator.goto("/queue");
  await expect(operator.getByRole("row")).toHaveCount(1 + 4);
  await operator.screenshot({ path: `${FOLDER}/queue.png` });

  await operator.getByRole("row").nth(1).getByRole("link").first().click();
  await expect(operator.getByRole("button", { name: "Ask for a resend" })).toBeVisible();
  await operator.screenshot({ path: `${FOLDER}/review.png` });
  await operator.getByRole("button", { name: "Ask for a resend" }).click();
  const dialog = operator.getByRole("dialog");
  await dialog.getByRole("radio").first().check();
  await operator.screenshot({ path: `${FOLDER}/ask.png` });
  await dialog.getByRole("button", { name: "Ask for a resend" }).click();
  await expect(dialog).toBeHidden();

  const approver = await desk.signIn("approver");
  await approver.setViewportSize(SIZE);
  await approver.goto("/approvals");
  await expect(approver.getByRole("row")).toHaveCount(1 + 1);
  await approver.screenshot({ path: `${FOLDER}/approvals.png` });
});
