import type { Page } from "@playwright/test";
import { expect, test } from "../desk.ts";
import { decisionOf, requestOf } from "../support/decisions.ts";
import { openMailer } from "../support/mailer.ts";

const ID = "00000000-0000-4000-8000-000000000000";
type Role = "operator" | "approver" | "admin";

/** What only some may: the page it leads to, whether the page's navigation names it, and what the server says. */
const ONLY: { path: string; who: readonly Role[]; calls: readonly Call[] }[] = [
  {
    path: "/settings/users",
    who: ["admin"],
    calls: [
      ["GET", "/api/users"],
      ["POST", "/api/users", { name: "Eli", email: "eli@desk.test", roles: ["operator"] }],
      ["PUT", `/api/users/${ID}/roles`, { roles: ["operator"], seen: ["operator"] }],
      ["POST", `/api/users/${ID}/disable`],
      ["POST", `/api/users/${ID}/links`],
    ],
  },
  {
    path: "/settings/tokens",
    who: ["admin"],
    calls: [
      ["GET", "/api/tokens"],
      ["POST", "/api/tokens", { name: "mailer", scopes: ["actions"] }],
    ],
  },
];

type Call = readonly [method: string, path: string, body?: unknown];

async function statusOf(page: Page, origin: string, [method, path, data]: Call): Promise<number> {
  const given = data === undefined ? {} : { data };
  return (await page.request.fetch(path, { method, headers: { origin }, ...given })).status();
}

test("journey 31: what a role lacks is absent from its pages, and refused by the server", async ({ desk }) => {
  const mailer = openMailer(desk);
  const mail = await mailer.lose();
  const requester = await desk.signIn("operator", "/settings");
  const pages = {
    operator: requester,
    approver: await desk.signIn("approver", "/settings"),
    admin: await desk.signIn("admin", "/settings"),
  };
  const { rows } = await desk.pool.query("select version from review where id = $1", [mail.reviewId]);
  const seen = { version: rows[0].version, payloadHash: mail.held.payloadHash };
  const asked = await requester.request.post(`/api/reviews/${mail.reviewId}/requests`, {
    headers: { origin: desk.url },
    data: { type: "resend", reason: "x", ...seen },
  });
  const { requestId } = await asked.json();
  const shown = await desk.pool.query("select version from review where id = $1", [mail.reviewId]);
  const vote = { verdict: "reject", note: "x", version: shown.rows[0].version, payloadHash: seen.payloadHash };

  for (const role of ["operator", "admin", "approver"] as const) {
    const page = pages[role];
    await test.step(role, async () => {
      for (const { path, who, calls } of ONLY) {
        const may = who.includes(role);
        await page.goto("/settings");
        await expect(page.getByRole("main").locator(`a[href="${path}"]`)).toHaveCount(may ? 1 : 0);
        await page.goto(path);
        const refused = page.getByRole("heading", { name: "This page is not for your role" });
        await expect(refused).toHaveCount(may ? 0 : 1);
        for (const [method, call, body] of may ? [] : calls) {
          expect(await statusOf(page, desk.url, [method, call, body]), `${role}: ${method} ${call}`).toBe(403);
        }
      }
      const export_ = await statusOf(page, desk.url, ["GET", "/api/audit/export?format=csv"]);
      expect(export_).toBe(role === "operator" ? 403 : 200);
      await page.goto("/audit");
      await expect(page.getByRole("link", { name: "Export CSV" })).toHaveCount(role === "operator" ? 0 : 1);

      await page.goto(`/reviews/${mail.reviewId}`);
      await expect(page.getByRole("region", { name: "Open request" })).toBeVisible();
      const mayTurnDown = role === "approver" ? 1 : 0;
      await expect(decisionOf(page).getByRole("button", { name: "Turn down" })).toHaveCount(mayTurnDown);
      if (role !== "approver") {
        expect(await statusOf(page, desk.url, ["POST", `/api/requests/${requestId}/sign-offs`, vote])).toBe(403);
      }
    });
  }
  expect(await requestOf(desk, mail)).toMatchObject({ state: "pending", signOffs: 0 });
  expect(await mailer.workReleased()).toBe(0);
  expect(mailer.received(mail)).toHaveLength(1);
});
