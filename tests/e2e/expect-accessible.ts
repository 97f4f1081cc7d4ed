import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect } from "./desk.ts";

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
const SIZES = [
  { width: 1280, height: 800 },
  { width: 360, height: 740 },
];
const TALLEST_PX = 4000;

/** Light and dark, wide and narrow: no rule of WCAG 2.2 AA is broken, and the page never scrolls sideways. */
export async function expectAccessible(page: Page, name: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    for (const size of SIZES) {
      await page.setViewportSize(size);
      // The whole page at once: what has scrolled half below a bar that stays is no smaller for it.
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      await page.setViewportSize({ ...size, height: Math.min(Math.max(size.height, height), TALLEST_PX) });
      await page.evaluate(() => window.scrollTo(0, 0));
      const { violations } = await new AxeBuilder({ page }).withTags(TAGS).analyze();
      const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(", ")}`);
      expect(found, `${name}, ${colorScheme}, ${size.width} px`).toEqual([]);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow, `${name} at ${size.width} px scrolls sideways`).toBeLessThanOrEqual(0);
    }
  }
}
