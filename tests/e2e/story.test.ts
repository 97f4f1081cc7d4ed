import { messagesAt, startAgent } from "#tests/support/demo.ts";
import { type Desk, expect, test } from "./desk.ts";

/** Which of the agent's runs are struck: one is sent again by signature, one is dismissed. */
const RESENT = 1;
const DISMISSED = 2;
const RUNS = 4;

async function introductionOf(
  desk: Desk,
  run: number,
): Promise<{ key: string; messageId: string; payload: { to: string; subject: string } }> {
  const { rows } = await desk.pool.query(
    "select key, payload from action_log where step = 1 and kind = 'send_email' order by attempted_at",
  );
  const payloads = rows.map((row) => ({ key: row.key, payload: JSON.parse(row.payload) }));
  const chosen = payloads[run - 1];
  if (chosen === undefined) throw new Error(`run ${run} has sent nothing`);
  return { ...chosen, messageId: chosen.payload.messageId };
}

function receivedTimes(desk: Desk, messageId: string): number {
  return messagesAt(desk.sink).get(messageId)?.length ?? 0;
}

test("journeys 3 and 5, as one story: a killed send is found, shown, signed off by a second person and sent again, once", async ({
  desk,
}) => {
  await desk.pool.query("update policy set stale_after_seconds = 3, hold_seconds = 1, backoff_seconds = 0");
  await using agent = startAgent({
    databaseUrl: desk.databaseUrl,
    sink: desk.sink,
    runs: RUNS,
    chaos: { after_accept: [RESENT, DISMISSED] },
  });
  const operator = await desk.signIn("operator");

  await test.step("the stuck sends stand in the queue", async () => {
    await expect
      .poll(async () => {
        await desk.reap();
        const { rows } = await desk.pool.query("select count(*)::int from review where state = 'open'");
        return rows[0].count;
      })
      .toBe(2);
    expect(agent.deaths()).toBe(2);
    await operator.goto("/queue");
    await expect(operator.getByRole("row")).toHaveCount(1 + 2);
  });

  const resent = await introductionOf(desk, RESENT);
  const dismissed = await introductionOf(desk, DISMISSED);
  expect(receivedTimes(desk, resent.messageId)).toBe(1);

  await test.step("the operator sees what is known before what can be done", async () => {
    await operator.getByRole("link", { name: resent.payload.subject }).first().click();
    const main = operator.getByRole("main");
    await expect(main).toContainText(resent.payload.to);
    await expect(main).toContainText(resent.payload.subject);
    await expect(main).toContainText(/may already have it/i);
    await expect(main).toContainText(/attempt 1/i);
    await expect(main).toContainText(/same run/i);
  });
  const reviewUrl = operator.url();

  await test.step("nobody signed out sees anything", async () => {
    const stranger = await desk.signedOut();
    await stranger.goto(reviewUrl);
    await expect(stranger).toHaveURL(/\/sign-in/);
    await expect(stranger.getByText(resent.payload.subject)).toHaveCount(0);
    const api = await stranger.request.get(`/api/reviews/${reviewUrl.split("/").at(-1)}`);
    expect(api.status()).toBe(401);
  });

  await test.step("the operator asks for a resend, with a reason, and cannot sign it", async () => {
    await operator.getByRole("button", { name: "Ask for a resend" }).click();
    const dialog = operator.getByRole("dialog");
    await dialog.getByRole("radio").first().check();
    await dialog.getByRole("button", { name: "Ask for a resend" }).click();
    await expect(dialog).toBeHidden();
    const decision = operator.getByRole("region", { name: "Decision" });
    await expect(decision.getByRole("button", { name: "Withdraw" })).toBeVisible();
    await expect(operator.getByRole("button", { name: "Sign off" })).toBeDisabled();
    await expect(operator.getByRole("main")).toContainText("someone else must sign off");
    const { rows } = await desk.pool.query("select id, payload_hash from review_request where state = 'pending'");
    const answer = await operator.request.post(`/api/requests/${rows[0].id}/sign-offs`, {
      headers: { origin: desk.url },
      data: { verdict: "approve", version: 2, payloadHash: rows[0].payload_hash },
    });
    expect(answer.status()).toBe(403);
    expect(receivedTimes(desk, resent.messageId)).toBe(1);
  });

  await test.step("an admin who is no approver cannot sign it either", async () => {
    const admin = await desk.signIn("admin");
    await admin.goto(reviewUrl);
    await expect(admin.getByRole("main")).toContainText(resent.payload.to);
    await expect(admin.getByRole("button", { name: "Sign off" })).toHaveCount(0);
  });

  await test.step("the approver signs; the agent's own loop sends it, and the review closes", async () => {
    const approver = await desk.signIn("approver");
    await approver.goto("/approvals");
    await approver.getByRole("link", { name: resent.payload.subject }).first().click();
    await approver.getByRole("button", { name: "Sign off" }).click();
    const dialog = approver.getByRole("dialog");
    await dialog.getByRole("radio").first().check();
    await dialog.getByRole("button", { name: /^approve/i }).click();
    await expect(dialog).toBeHidden();
    await expect.poll(() => receivedTimes(desk, resent.messageId)).toBe(2);
    await expect
      .poll(
        async () => (await desk.pool.query("select status, attempt from action_log where key = $1", [resent.key])).rows,
      )
      .toEqual([{ status: "succeeded", attempt: 2 }]);
    const { rows } = await desk.pool.query("select state, resolution from review where action_key = $1", [resent.key]);
    expect(rows).toEqual([{ state: "closed", resolution: "sent" }]);
  });

  await test.step("the other is dismissed, and never sent", async () => {
    await operator.goto("/queue");
    await operator.getByRole("link", { name: dismissed.payload.subject }).first().click();
    await operator.getByRole("button", { name: "Dismiss" }).click();
    const dialog = operator.getByRole("dialog");
    await dialog.getByRole("radio").first().check();
    await dialog.getByRole("button", { name: "Dismiss" }).click();
    await expect(dialog).toBeHidden();
    await expect
      .poll(() =>
        agent
          .jobs()
          .map(({ state }) => state)
          .toSorted(),
      )
      .toEqual(["finished", "finished", "finished", "parked"]);
    await agent.stop();
    expect(receivedTimes(desk, dismissed.messageId)).toBe(1);
  });

  await test.step("the sink holds exactly what was decided, and the demo mailbox shows it", async () => {
    const counts = [...messagesAt(desk.sink).entries()].map(([messageId, received]) => [messageId, received.length]);
    const expected = counts.map(([messageId]) => [messageId, messageId === resent.messageId ? 2 : 1]);
    expect(counts).toEqual(expected);
    await operator.goto("/mailbox");
    await expect(operator.getByRole("main")).toContainText(resent.payload.subject);
    const audit = await desk.pool.query(
      "select actor_type, action from audit_log where subject_type <> 'system' order by id",
    );
    const actions = audit.rows.map((row) => row.action);
    for (const action of ["action.judged", "request.created", "sign_off.given", "request.approved", "review.closed"]) {
      expect(actions).toContain(action);
    }
  });
});
