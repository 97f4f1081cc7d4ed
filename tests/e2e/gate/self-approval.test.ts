import { type Desk, expect, test } from "../desk.ts";
import { ask, decisionOf, requestOf } from "../support/decisions.ts";
import { type LostMail, openMailer } from "../support/mailer.ts";

const REFUSED = "You asked for this, so someone else must sign off.";

async function pendingRequest(desk: Desk, { reviewId }: LostMail) {
  const { rows } = await desk.pool.query(
    `select q.id, r.version, q.payload_hash as "payloadHash" from review_request q join review r on r.id = q.review_id
     where r.id = $1 and q.state = 'pending'`,
    [reviewId],
  );
  return rows[0];
}

test("journey 7: who asked signs nowhere: list, page, keys, palette, set, API; with any role they may get", async ({
  desk,
}) => {
  const mailer = openMailer(desk);
  const mail = await mailer.lose();
  await ask(desk, mail);
  const page = await desk.signIn("operator", `/reviews/${mail.reviewId}`);
  const headers = { origin: desk.url };

  for (const roles of [["operator"], ["operator", "approver"], ["approver", "admin"]]) {
    await test.step(`as ${roles.join(" and ")}`, async () => {
      await desk.pool.query("update auth_user set roles = $1 where email = 'operator@example.com'", [roles]);
      await page.goto("/approvals");
      await expect(page.getByText("Nothing waits for your sign-off.")).toBeVisible();
      await page.goto("/approvals?tab=asked");
      await expect(page.getByRole("row", { name: mail.subject })).toBeVisible();
      await expect(page.getByRole("checkbox")).toHaveCount(0);

      await page.goto(`/reviews/${mail.reviewId}`);
      const sign = decisionOf(page).getByRole("button", { name: "Sign off" });
      await expect(sign).toBeDisabled();
      await expect(decisionOf(page)).toContainText(REFUSED);
      await expect(decisionOf(page)).toContainText("Cara Voss can.");
      await sign.click({ force: true });
      await page.keyboard.press("a");
      await expect(page.getByRole("dialog")).toHaveCount(0);
      await page.keyboard.press("Control+k");
      const palette = page.getByRole("dialog", { name: "Go to, find or do" });
      await expect(palette.getByRole("combobox")).toBeFocused();
      await page.keyboard.type("approve");
      await expect(palette.getByRole("option", { name: /^Approve/ })).toHaveCount(0);
      await page.keyboard.press("Escape");

      const { id, ...seen } = await pendingRequest(desk, mail);
      const signed = await page.request.post(`/api/requests/${id}/sign-offs`, {
        headers,
        data: { verdict: "approve", ...seen },
      });
      expect(signed.status()).toBe(403);
      expect((await signed.json()).code).toBe("own_request");

      const frozen = await page.request.post("/api/bulk-requests", {
        headers,
        data: { pendingRequests: [{ id, ...seen }] },
      });
      if (roles.includes("approver")) {
        const { bulkRequestId } = await frozen.json();
        await page.goto(`/bulk/${bulkRequestId}`);
        await expect(page.getByRole("main")).toContainText("You can sign none of what waits here");
        const set = await page.request.post(`/api/bulk-requests/${bulkRequestId}/sign-offs`, {
          headers,
          data: { verdict: "approve" },
        });
        expect(set.ok() ? (await set.json()).signed : 0).toBe(0);
      } else {
        expect(frozen.status()).toBe(403);
      }
    });
  }
  expect(await requestOf(desk, mail)).toMatchObject({ state: "pending", signOffs: 0 });
  expect(await mailer.workReleased()).toBe(0);
  expect(mailer.received(mail)).toHaveLength(1);
});
