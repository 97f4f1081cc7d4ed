import type { Page } from "@playwright/test";
import { seedAction, seedRequested, setPolicy } from "#tests/integration/reaper/seed.ts";
import { auditActions } from "#tests/support/rows.ts";
import { type Desk, expect, test } from "./desk.ts";

const KIND = "send_letter";

async function stored(desk: Desk): Promise<Record<string, unknown>> {
  const { rows } = await desk.pool.query(
    `select version, recovery, hold_seconds as hold, stale_after_seconds as stale, sign_offs_resend as resend
     from policy where kind = $1`,
    [KIND],
  );
  return rows[0];
}

/** As another window of the desk does it. */
async function send(page: Page, method: string, path: string, body: object): Promise<Record<string, unknown>> {
  return page.evaluate(
    async (given) => {
      const headers = { "content-type": "application/json", "idempotency-key": crypto.randomUUID() };
      const answer = await fetch(given.path, { method: given.method, headers, body: JSON.stringify(given.body) });
      return answer.json();
    },
    { method, path, body },
  );
}

async function twoAdmins(desk: Desk): Promise<{ dev: Page; cara: Page }> {
  await desk.pool.query("update auth_user set roles = '{approver,admin}' where email = 'approver@example.com'");
  return { dev: await desk.signIn("admin"), cara: await desk.signIn("approver") };
}

test("29 policy: a kind without one goes to people, and stands first", async ({ desk }) => {
  const key = await seedAction(desk.pool, { kind: "send_fax" });
  await desk.reap();
  const { rows } = await desk.pool.query("select cause, state from review where action_key = $1", [key]);
  expect(rows).toEqual([{ cause: "no_policy", state: "open" }]);

  const bo = await desk.signIn("operator");
  await bo.goto("/policies");
  const first = bo.getByRole("table", { name: "Policies" }).getByRole("row").nth(1);
  await expect(first).toContainText("No policy: people decide");
  await first.getByRole("link", { name: "send_fax" }).click();
  await expect(bo.getByText("Editing a policy needs the role admin.")).toBeVisible();
  await expect(bo.getByRole("form", { name: "Policy" })).toBeHidden();

  await desk.pool.query("update policy set nudge_webhook = '[]' where kind = 'create_invoice'");
  const dev = await desk.signIn("admin");
  await dev.goto("/policies/create_invoice");
  await expect(dev.getByText(/This policy cannot be read, so it counts as “ask”/)).toBeVisible();
});

test("29 policy: what the preview counts is what then happens, and a loosening needs two", async ({ desk }) => {
  await setPolicy(desk.pool, KIND, { recovery: "ask" });
  const asked = { sign_offs_needed: 1, recovery: "ask", gate: "never" };
  const cases = [
    await seedRequested(desk.pool, asked, { kind: KIND }),
    await seedRequested(desk.pool, asked, { kind: KIND }),
  ];
  const { dev, cara } = await twoAdmins(desk);
  await dev.goto(`/policies/${KIND}`);
  const impact = dev.getByRole("region", { name: "Impact" });
  await expect(impact).toContainText("2 requests wait for a sign-off: none is touched.");
  await dev.getByLabel("Signatures for a resend").fill("2");
  await expect(impact).toContainText("2 requests wait for a sign-off: 2 need another signature.");
  await expect(impact).toContainText("This tightens the rule");
  await dev.getByLabel("Reason").fill("Letters cost money");
  await dev.getByRole("button", { name: "Save this version" }).click();
  await expect(dev.getByText("Version 2 is saved and in force.")).toBeVisible();
  for (const { key, requestId } of cases) {
    const { rows } = await desk.pool.query(
      `select v.version, a.payload_hash as "payloadHash" from review v join action_log a on a.key = v.action_key
       where a.key = $1`,
      [key],
    );
    const answer = await send(cara, "POST", `/api/requests/${requestId}/sign-offs`, { verdict: "approve", ...rows[0] });
    expect(answer).toMatchObject({ outcome: "recorded" });
    const after = await desk.pool.query("select status from action_log where key = $1", [key]);
    expect(after.rows).toEqual([{ status: "failed" }]);
  }

  await dev.getByRole("radio", { name: "Provider removes duplicates" }).check();
  await expect(impact).toContainText("This loosens the rule");
  await expect(impact).toContainText("A second admin has to sign it");
  await dev.getByLabel("Reason").fill("They say they deduplicate");
  const propose = dev.getByRole("button", { name: "Propose this version" });
  await propose.click();
  await expect(dev.getByText(`Type ${KIND}, because it loosens the rule.`)).toBeVisible();
  await dev.getByLabel(`Type ${KIND}`).fill("send_lettre");
  await propose.click();
  await expect(dev.getByText(`Type ${KIND}, because it loosens the rule.`)).toBeVisible();
  expect(await stored(desk)).toMatchObject({ version: 2, recovery: "ask" });
  await dev.getByLabel(`Type ${KIND}`).fill(KIND);
  await propose.click();
  await expect(dev.getByText(/^Version 3 is proposed\./)).toBeVisible();
  await expect(dev.getByText("You proposed this, so another admin must sign it.")).toBeVisible();
  await expect(dev.getByRole("button", { name: "Sign version 3" })).toBeHidden();
  expect(await stored(desk)).toMatchObject({ version: 2, recovery: "ask" });

  await cara.goto("/policies");
  await cara.getByRole("link", { name: KIND }).click();
  await cara.getByRole("button", { name: "Sign version 3" }).click();
  await expect(cara.getByText("signed by Cara Voss")).toBeVisible();
  expect(await stored(desk)).toMatchObject({ version: 3, recovery: "retry", resend: 2 });
  expect(await auditActions(desk.pool, KIND)).toEqual(["policy.edited", "policy.proposed", "policy.approved"]);
  const { rows: sent } = await desk.pool.query("select from action_log where status in ('in_flight', 'released')");
  expect(sent).toEqual([]);
});

test("29 policy: whoever saves second sees what the first one saved, and loses nothing", async ({ desk }) => {
  await setPolicy(desk.pool, KIND, { recovery: "ask" });
  const { dev, cara } = await twoAdmins(desk);
  await dev.goto(`/policies/${KIND}`);
  await dev.getByLabel("May be taken back for").fill("60");
  await expect(dev.getByRole("region", { name: "Impact" })).toContainText("This tightens the rule");
  const saved = { fields: { signOffs: { resend: 2 } }, reason: "Slow printer", version: 1 };
  expect(await send(cara, "PUT", `/api/policies/${KIND}`, saved)).toMatchObject({ outcome: "in_force" });

  await expect(dev.getByText(/^Cara Voss saved v\d at/)).toBeVisible();
  await expect(dev.getByText("Your changes: 1 field, not saved.")).toBeVisible();
  await dev.getByRole("button", { name: "Compare" }).click();
  const compare = dev.getByRole("table", { name: "Compare" });
  await expect(compare.getByRole("row", { name: /Signatures for a resend/ })).toContainText("2");
  await expect(compare.getByRole("row", { name: /May be taken back for/ })).toContainText("60");
  await dev.getByLabel("Reason").fill("A minute to think");
  await dev.getByRole("button", { name: "Save this version" }).click();
  await expect(dev.getByText(/Nothing was recorded\./)).toBeVisible();
  expect(await stored(desk)).toMatchObject({ hold: 30, resend: 2 });
  await dev.getByRole("button", { name: /Go on from v\d with my changes/ }).click();
  await expect(dev.getByLabel("Signatures for a resend")).toHaveValue("2");
  await dev.getByRole("button", { name: "Save this version" }).click();
  await expect(dev.getByText(/^Version \d is saved and in force\.$/)).toBeVisible();
  expect(await stored(desk)).toMatchObject({ hold: 60, resend: 2 });
});
