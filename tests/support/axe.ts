/** Runs axe on the page as it is shown. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';

type Axe = typeof import('axe-core');

const axe = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');

/** The rules of axe's default set that depend on the theme's colors. */
export const colorRules = ['color-contrast', 'link-in-text-block'];

/** Loads axe into every page opened from now on. It is sent once, not for each page. */
export async function loadAxe(page: Page): Promise<void> {
  await page.addInitScript(axe);
}

/**
 * Shows the page in light or dark mode, and waits for the colors. Style follows one frame later,
 * transitions another.
 */
export async function setColorScheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
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
 * The violations that axe finds, each rule with its elements. Uses the given rules, or its default
 * ones.
 */
export async function violations(page: Page, rules?: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  return page.evaluate(async (only) => {
    let { axe } = window as unknown as { axe: Axe };
    let result = await axe.run(document, only ? { runOnly: only } : {});
    return result.violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target.join(' ')).join(' | ')}`);
  }, rules);
}
