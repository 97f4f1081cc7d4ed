import { startAgent } from "#tests/support/demo.ts";
import { type Desk, expect, test } from "./desk.ts";
import { expectAccessible } from "./expect-accessible.ts";

async function stuckSend(desk: Desk): Promise<void> {
  await desk.pool.query("update policy set stale_after_seconds = 2");
  await using agent = startAgent({
    databaseUrl: desk.databaseUrl,
    sink: desk.sink,
    runs: 2,
    chaos: { after_accept: [1] },
  });
  await expect
    .poll(async () => {
      await desk.reap();
      const { rows } = await desk.pool.query("select count(*)::int from review where state = 'open'");
      return rows[0].count;
    })
    .toBe(1);
  await agent.stop();
}

/** Every page, three times, with an analysis of each: nothing here is timed. */
const TIMEOUT_MS = 600_000;

test("journey 32: every page can be used with a screen reader, in the dark and on a phone", async ({ desk }) => {
  test.setTimeout(TIMEOUT_MS);
  const stranger = await desk.signedOut();
  await stranger.goto("/sign-in");
  await expectAccessible(stranger, "sign-in");

  const page = await desk.signIn("operator");
  await expectAccessible(page, "empty queue");
  await stuckSend(desk);
  await page.goto("/queue");
  await expect(page.getByRole("link", { name: /@|example/i }).first()).toBeVisible();
  await expectAccessible(page, "queue");
  for (const path of ["/approvals", "/mailbox", "/reaper", "/policies", "/policies/send_email", "/overview"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectAccessible(page, path);
  }
  const { rows } = await desk.pool.query("select id from review");
  await page.goto(`/reviews/${rows[0].id}`);
  await expectAccessible(page, "review");
  for (const name of ["Ask for a resend", "Record that it happened", "Dismiss"]) {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole("button", { name }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectAccessible(page, `dialog: ${name}`);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
  }
});
