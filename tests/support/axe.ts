/** axe on the page as it is shown now. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';

type Axe = typeof import('axe-core');

const axe = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');

/** The rules whose answer hangs on the colors of the theme, of those that run by default. */
export const colorRules = ['color-contrast', 'link-in-text-block'];

/** Has axe ready on every page opened from now on; sent once instead of to each page. */
export async function bringAxe(page: Page): Promise<void> {
  await page.addInitScript(axe);
}

/**
 * Shows the page in light or in dark, and lets the colors arrive: style follows a frame later,
 * transitions another.
 */
export async function showIn(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.evaluate(async () => {
    let frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame();
    await frame();
    let moving = () => document.getAnimations().filter((one) => one instanceof CSSTransition);
    while (moving().length) await frame();
  });
}

/**
 * What axe finds wrong, each rule with the elements it is about; by all rules of its default, or
 * only by the rules given.
 */
export async function violations(page: Page, rules?: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  return page.evaluate(async (only) => {
    let { axe } = window as unknown as { axe: Axe };
    let result = await axe.run(document, only ? { runOnly: only } : {});
    return result.violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target.join(' ')).join(' | ')}`);
  }, rules);
}
