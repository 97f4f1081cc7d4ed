import { messagesAt, startAgent } from "#tests/support/demo.ts";
import { expect, test } from "../desk.ts";

test.beforeEach(({ desk }) => desk.pool.query("update policy set stale_after_seconds = 2, backoff_seconds = 0"));

test("journeys 3 and 4: killed after the body it waits for a person, killed before it is sent by itself, once", async ({
  desk,
}) => {
  const [AFTER_BODY, BEFORE_BODY, REPLY_LOST] = [1, 2, 3];
  await using agent = startAgent({
    databaseUrl: desk.databaseUrl,
    sink: desk.sink,
    runs: 3,
    chaos: { after_accept: [AFTER_BODY], before_begin: [BEFORE_BODY], reset_after_dot: [REPLY_LOST] },
  });
  const introductions = async () => {
    const { rows } = await desk.pool.query(
      `select key, status, attempt, payload::json ->> 'messageId' as id, payload::json ->> 'subject' as subject,
         (select id from review where action_key = key) as "reviewId"
       from action_log where step = 1 order by first_attempted_at`,
    );
    return rows;
  };
  const received = (id: string) => messagesAt(desk.sink).get(id)?.length ?? 0;
  await expect
    .poll(async () => {
      await desk.reap();
      return (await introductions()).map(({ status, attempt, reviewId }) => [status, attempt, reviewId !== null]);
    })
    .toEqual([
      ["failed", 1, true],
      ["succeeded", 2, false],
      ["failed", 1, true],
    ]);
  await agent.stop();
  expect(agent.deaths()).toBe(2);
  const [killed, early, lost] = await introductions();
  for (const { id } of [killed, early, lost]) expect(received(id)).toBe(1);

  const page = await desk.signIn("operator", "/queue");
  await expect(page.getByRole("link", { name: early.subject })).toHaveCount(0);
  for (const { subject, key, reviewId } of [killed, lost]) {
    await page.goto("/queue");
    await page.getByRole("link", { name: subject }).first().click();
    await expect(page).toHaveURL(new RegExp(reviewId));
    await expect(page.getByRole("region", { name: "Verdict" })).toContainText("May duplicate");
    await expect(page.getByRole("region", { name: "Verdict" })).toContainText("Unknown outcome");
    const ladder = page.getByRole("region", { name: "How far it got" });
    await expect(ladder).toContainText("Passed the point of no return");
    const { rows } = await desk.pool.query("select phase, ended_by from action_attempt where action_key = $1", [key]);
    // What nobody could report any more is not said; what the worker saw is.
    if (rows[0].ended_by === "worker") {
      expect(rows[0].phase).toBe("body_sent");
      await expect(ladder).toContainText("Whole body handed over");
      await expect(ladder).toContainText("Answer of the mail server: not seen");
    } else {
      expect(rows[0].phase).toBeNull();
      await expect(ladder).toContainText("Never reported back, and its time ran out");
    }
  }
  const audit = await desk.pool.query("select action from audit_log where subject_id = $1 order by id", [early.key]);
  expect(audit.rows).toEqual([{ action: "action.released" }]);
});
