import type { Locator, Page } from "@playwright/test";
import { seenOf } from "#tests/support/desk.ts";
import { type Desk, expect } from "../desk.ts";

export const decisionOf = (page: Page): Locator => page.getByRole("region", { name: "Decision" });

/** Opens a decision from the page of its case, as a hand would. */
export async function openDecision(page: Page, offer: string): Promise<Locator> {
  await decisionOf(page).getByRole("button", { name: offer }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toBeVisible();
  return dialog;
}

type Grounds = { reason?: string; note?: string; reference?: string };

export async function fillIn(dialog: Locator, { reason, note, reference }: Grounds = {}): Promise<void> {
  const radio = reason === undefined ? dialog.getByRole("radio").first() : dialog.getByRole("radio", { name: reason });
  await radio.check();
  if (note !== undefined) await dialog.getByRole("textbox", { name: /^Note/ }).fill(note);
  if (reference !== undefined) await dialog.getByRole("textbox", { name: /^Reference/ }).fill(reference);
}

/** The whole of a decision: opened, filled in, submitted, and answered. */
export async function decide(page: Page, offer: string, act: string, grounds: Grounds = {}): Promise<void> {
  const dialog = await openDecision(page, offer);
  await fillIn(dialog, grounds);
  await dialog.getByRole("button", { name: act }).click();
  await expect(dialog).toBeHidden();
}

export const SIGN = ["Sign off", "Approve one attempt"] as const;
export const ASK = ["Ask for a resend", "Ask for a resend"] as const;

/** A resend that somebody else asked for, where the asking itself is not what is looked at. */
export async function ask(desk: Desk, { key, reviewId }: { key: string; reviewId: string }): Promise<void> {
  const { request } = await desk.signedOut();
  const headers = { origin: desk.url };
  const form = { email: "operator@example.com", password: desk.password("operator") };
  await request.post("/api/auth/sign-in", { form, headers, maxRedirects: 0 });
  const data = {
    type: "resend",
    reason: "The recipient says it did not arrive",
    ...(await seenOf(desk.pool, { key })),
  };
  const answer = await request.post(`/api/reviews/${reviewId}/requests`, { headers, data });
  expect(answer.status()).toBeLessThan(300);
}

/** What the audit says of a case, its requests and its action, in order. */
export async function auditOf(desk: Desk, { key, reviewId }: { key: string; reviewId: string }): Promise<string[]> {
  const { rows } = await desk.pool.query(
    `select action from audit_log
     where subject_id = any($1) or subject_id in (select id::text from review_request where review_id = $2)
     order by id`,
    [[key, reviewId], reviewId],
  );
  return rows.map((row) => row.action);
}

/** Of a case: what its newest request came to, with every vote. */
export async function requestOf(desk: Desk, { reviewId }: { reviewId: string }) {
  const { rows } = await desk.pool.query(
    `select q.state, q.note, (select count(*)::int from sign_off s where s.request_id = q.id) as "signOffs"
     from review_request q where review_id = $1 order by requested_at desc limit 1`,
    [reviewId],
  );
  return rows[0] ?? null;
}

/** The hold is over: whoever asks for a released action now gets it. */
export async function endHold(desk: Desk, { key }: { key: string }): Promise<void> {
  const { rowCount } = await desk.pool.query(
    `update action_log set claimable_at = clock_timestamp(), revision = revision + 1
     where key = $1 and status = 'released'`,
    [key],
  );
  expect(rowCount).toBe(1);
}
