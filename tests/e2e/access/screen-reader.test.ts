import { expect, test } from "../desk.ts";
import { ASK, decide, decisionOf, openDecision } from "../support/decisions.ts";
import { openMailer } from "../support/mailer.ts";

test("journey 40: what a screen reader is told of the ladder, the dialogs and the results", async ({ desk }) => {
  const mailer = openMailer(desk);
  const mail = await mailer.lose({ subject: "An offer" });
  const operator = await desk.signIn("operator", `/reviews/${mail.reviewId}`);
  await expect(operator.getByRole("region", { name: "How far it got" })).toMatchAriaSnapshot(`
    - region "How far it got":
      - heading "How far it got" [level=2]
      - list:
        - listitem: /Known.*Claimed by mailer-1/
        - listitem: /Known.*Passed the point of no return/
        - listitem: /Not known.*Never reported back, and its time ran out/
  `);
  const asking = await openDecision(operator, "Ask for a resend");
  await expect(asking).toMatchAriaSnapshot(`
    - dialog "Ask to send this again to ana@acme.test?":
      - heading "Ask to send this again to ana@acme.test?" [level=2]
      - button "Close"
      - group "Why is another attempt right?":
        - radio "1 The recipient says it did not arrive"
        - radio "2 The provider's log shows no trace"
        - radio "3 A duplicate does no harm here"
        - radio "4 It must arrive, a duplicate is acceptable"
        - radio "5 Other"
      - textbox "Note (optional)"
      - button "Keep waiting"
      - button "Ask for a resend"
  `);
  await operator.keyboard.press("Escape");
  await decide(operator, ...ASK);
  await expect(decisionOf(operator).getByRole("status")).toContainText("Asked. Waiting for sign-off by someone else");

  const approver = await desk.signIn("approver", "/approvals");
  await expect(approver.getByRole("row", { name: mail.subject })).toMatchAriaSnapshot(`
    - row:
      - cell "Select An offer":
        - checkbox "Select An offer"
      - cell /in .*, at/
      - rowheader:
        - link "An offer"
      - cell /ana.*@acme\\.test/
      - cell "May duplicate"
      - cell /Bo Lind asks for a resend/
      - cell "0 of 1"
  `);
  await approver.goto(`/reviews/${mail.reviewId}`);
  const signing = await openDecision(approver, "Sign off");
  await expect(signing).toMatchAriaSnapshot(`
    - dialog "Approve one more attempt to ana@acme.test?":
      - group "What did you check?":
        - radio "1 Content and recipient"
        - radio "2 Also asked the recipient or looked in their mailbox"
        - radio "3 Also searched the provider for it"
      - textbox "Note (optional)"
      - button "Do not approve yet"
      - button "Approve one attempt"
  `);
  await signing.getByRole("radio").first().check();
  await desk.pool.query("update review_request set expires_at = clock_timestamp() where review_id = $1", [
    mail.reviewId,
  ]);
  await approver.keyboard.press("Control+Enter");
  await expect(signing.getByRole("alert")).toContainText(
    /This request expired on .* UTC\. Ask again\. Nothing of yours was recorded\./,
  );
  expect(mailer.received(mail)).toHaveLength(1);
});
