import { seedAction } from "#tests/integration/reaper/seed.ts";
import { auditActions } from "#tests/support/rows.ts";
import { expect, test } from "./desk.ts";

const PAGES = ["/queue", "/approvals", "/bulk", "/runs", "/audit", "/reaper", "/settings/appearance"];

test("30 reaper stopped: every page says so, and so does the empty queue, until a pass has run", async ({ desk }) => {
  const operator = await desk.signIn("operator");
  await expect(operator.getByText("The reaper has never run. Stuck sends do not show up.")).toBeVisible();
  await operator.goto("/reaper");
  await expect(operator.getByText("No pass recorded yet.").first()).toBeVisible();
  await desk.reap();
  await expect(operator.getByText(/^Working\. Last pass/)).toBeVisible();
  await expect(operator.getByText("The reaper has never run.", { exact: false })).toBeHidden();
  await expect(operator.getByRole("button", { name: "Run a pass now" })).toBeHidden();

  await desk.pool.query(
    "update reaper_run set started_at = now() - interval '425 seconds', finished_at = now() - interval '424 seconds'",
  );
  for (const path of PAGES) {
    await operator.goto(path);
    await expect(operator.getByText("Reaper has not run for 7 min. New stuck sends may be missing.")).toBeVisible();
  }
  await operator.goto("/queue");
  await expect(operator.getByText("Nothing needs a decision.")).toBeVisible();
  await expect(operator.getByText("Reaper last ran 7 min ago.")).toBeVisible();
  await operator.getByRole("link", { name: "Reaper health" }).click();
  await expect(operator.getByText(/^Not working since/)).toBeVisible();

  const key = await seedAction(desk.pool, { kind: "send_fax" });
  const admin = await desk.signIn("admin");
  await admin.goto("/reaper");
  const kinds = admin.getByRole("table", { name: "By kind" });
  await expect(kinds.getByRole("row", { name: /send_fax/ })).toContainText("No policy: people decide.");
  await admin.getByRole("button", { name: "Run a pass now" }).click();
  await expect(admin.getByText(/^Your pass took .* looked at 1, moved 1: 1 sent to people\.$/)).toBeVisible();
  await expect(admin.getByText(/^Working\. Last pass/)).toBeVisible();
  const passes = admin.getByRole("table", { name: "Last passes" });
  await expect(passes.locator("[aria-current]")).toContainText("Dev Rao");
  await expect(admin.getByText("Reaper has not run", { exact: false })).toBeHidden();
  await expect(operator.getByText("Reaper has not run", { exact: false })).toBeHidden();

  expect(await auditActions(desk.pool, key)).toEqual(["action.judged"]);
  const { rows } = await desk.pool.query("select actor_type from audit_log where action = 'pass.started'");
  expect(rows).toEqual([{ actor_type: "person" }]);
  const { rows: sends } = await desk.pool.query("select status, attempt from action_log where key = $1", [key]);
  expect(sends).toEqual([{ status: "failed", attempt: 1 }]);
});
