import type { Page } from "@playwright/test";
import { type Desk, expect, test } from "../desk.ts";
import { ask, auditOf, decide, decisionOf, fillIn, openDecision, SIGN } from "../support/decisions.ts";
import { type LostMail, openMailer } from "../support/mailer.ts";

/** WCAG 1.4.12: whoever needs more room between letters, words and lines makes it. */
const SPACED = `* {
  line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important;
} p { margin-bottom: 2em !important; }`;

async function expectNoSidewaysScroll(page: Page, name: string): Promise<void> {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(over, `${name} scrolls sideways`).toBeLessThanOrEqual(0);
}

/** Text in a box that hides what does not fit; what is hidden on purpose is one pixel wide. */
async function clippedTexts(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("body *")]
      .filter((box) => {
        const { overflowX, overflowY } = getComputedStyle(box);
        if (box.clientWidth <= 1 || box.innerText?.trim() === "") return false;
        const hidesX = overflowX === "hidden" || overflowX === "clip";
        const hidesY = overflowY === "hidden" || overflowY === "clip";
        return (hidesX && box.scrollWidth > box.clientWidth + 1) || (hidesY && box.scrollHeight > box.clientHeight + 1);
      })
      .map((box) => `${box.tagName} ${box.className}: ${box.innerText.slice(0, 60)}`),
  );
}

/** Never on the page itself for longer than a frame, and never below what sticks to its top. */
async function expectFocusInSight(page: Page, after: string): Promise<void> {
  const look = () =>
    page.evaluate(() => {
      const focus = document.activeElement;
      const top = document.querySelector("header")?.getBoundingClientRect().bottom ?? 0;
      const box = focus?.getBoundingClientRect();
      const isAbove = focus?.closest("header, [role=dialog]") !== null;
      return { isOnPage: focus?.tagName === "BODY", isCovered: !isAbove && box !== undefined && box.bottom <= top };
    });
  await expect.poll(look, `the focus after ${after}`).toEqual({ isOnPage: false, isCovered: false });
}

const pathsOf = ({ reviewId }: LostMail) => [`/reviews/${reviewId}`, "/approvals?tab=asked", "/approvals?tab=decided"];

async function pendingMail(desk: Desk): Promise<{ mail: LostMail; operator: Page }> {
  const mail = await openMailer(desk).lose({ subject: `A${"n extraordinarily long subject".repeat(6)}` });
  await ask(desk, mail);
  const operator = await desk.signIn("operator", `/reviews/${mail.reviewId}`);
  return { mail, operator };
}

test("G11: at 640, 360 and 320 pixels nothing scrolls sideways, and a case is decided all the same", async ({
  desk,
}) => {
  const { mail, operator } = await pendingMail(desk);
  for (const width of [640, 360, 320]) {
    await operator.setViewportSize({ width, height: 640 });
    for (const path of pathsOf(mail)) {
      await operator.goto(path);
      await expect(operator.getByRole("heading", { level: 1 })).toBeVisible();
      await expectNoSidewaysScroll(operator, `${path} at ${width} px`);
    }
  }
  const approver = await desk.signIn("approver");
  await approver.setViewportSize({ width: 320, height: 568 });
  await approver.goto("/approvals");
  await expectNoSidewaysScroll(approver, "approvals at 320 px");
  await approver.getByRole("link", { name: mail.subject.slice(0, 20) }).click();
  const dialog = await openDecision(approver, "Sign off");
  await expectNoSidewaysScroll(approver, "a dialog at 320 px");
  await fillIn(dialog);
  await dialog.getByRole("button", { name: SIGN[1] }).click();
  await expect(dialog).toBeHidden();
  expect(await auditOf(desk, mail)).toContain("request.approved");
});

test("G12: more room between letters clips nothing, forced colours keep every edge, reduced motion moves nothing", async ({
  desk,
}) => {
  const { mail, operator } = await pendingMail(desk);
  for (const path of pathsOf(mail)) {
    await operator.goto(path);
    await expect(operator.getByRole("heading", { level: 1 })).toBeVisible();
    await operator.addStyleTag({ content: SPACED });
    expect(await clippedTexts(operator), path).toEqual([]);
    await expectNoSidewaysScroll(operator, `${path}, spaced`);
  }
  await operator.emulateMedia({ forcedColors: "active", reducedMotion: "reduce" });
  await operator.goto(`/reviews/${mail.reviewId}`);
  const chip = operator.getByRole("region", { name: "Verdict" }).getByText("Awaiting sign-off 0 of 1");
  await expect(chip).toBeVisible();
  const edges = await chip.evaluate((word) => getComputedStyle(word).borderTopStyle);
  expect(edges).not.toBe("none");
  await decisionOf(operator).getByRole("button", { name: "Withdraw" }).click();
  await expect(decisionOf(operator)).toContainText("Withdrawn.");
  await openDecision(operator, "Dismiss");
  const moving = await operator.evaluate(
    () => document.getAnimations().filter((each) => Number(each.effect?.getComputedTiming().duration ?? 0) > 0).length,
  );
  expect(moving).toBe(0);
});

test("G13: the focus is somewhere in sight after everything that can be done on a case", async ({ desk }) => {
  const mail = await openMailer(desk).lose();
  const page = await desk.signIn("operator", `/reviews/${mail.reviewId}`);
  const dialog = await openDecision(page, "Dismiss");
  await expect(dialog.getByRole("radio").first()).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(decisionOf(page).getByRole("button", { name: "Dismiss" })).toBeFocused();

  await page.keyboard.press("r");
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("1");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(decisionOf(page)).toContainText("Asked. Waiting for sign-off");
  await expectFocusInSight(page, "asking");
  await page.keyboard.press("z");
  await expect(decisionOf(page)).toContainText("Withdrawn.");
  await expectFocusInSight(page, "withdrawing");
  await page.getByRole("button", { name: "Take", exact: true }).click();
  await expect(page.getByText("Taken by you")).toBeVisible();
  await expectFocusInSight(page, "taking");
  await page.getByRole("button", { name: "Pause updates" }).click();
  await expectFocusInSight(page, "pausing");
  await decide(page, "Dismiss", "Dismiss");
  await expect(decisionOf(page)).toContainText("Dismissed");
  await expectFocusInSight(page, "dismissing");
  await page.getByRole("region", { name: "Results" }).getByRole("button", { name: "Reopen" }).click();
  await expect(decisionOf(page).getByRole("button", { name: "Ask for a resend" })).toBeVisible();
  await expectFocusInSight(page, "undoing");
  await page.getByRole("region", { name: "Results" }).getByRole("button", { name: "Put away" }).first().click();
  await expectFocusInSight(page, "putting a result away");
  await page.keyboard.press("Shift+Tab");
  await expectFocusInSight(page, "going back");
  await page.keyboard.press("u");
  await expect(page).toHaveURL(/\/queue/);
});
