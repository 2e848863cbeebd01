/**
 * `npx tsx tools/screenshots.ts`: every page of a running demo in light, dark and at 360 px, as PNG
 * files in screenshots/. Takes the demo's address as an argument.
 */
import { mkdirSync } from 'node:fs';
import { type Browser, chromium } from '@playwright/test';
import { browserArgs, findBrowser } from '../tests/support/browser';
import { adminPages, guestPages, type Pages, signedInPages } from '../tests/support/pages';

const address = process.argv[2] ?? 'http://localhost:3000';
const only = process.argv[3];
const looks = [
  { name: 'light', width: 1280, colorScheme: 'light' },
  { name: 'dark', width: 1280, colorScheme: 'dark' },
  { name: '360', width: 360, colorScheme: 'light' },
] as const;

async function takeAll(browser: Browser): Promise<void> {
  for (let look of looks) {
    let context = await browser.newContext({
      baseURL: address,
      viewport: { width: look.width, height: 900 },
      colorScheme: look.colorScheme,
    });
    let page = await context.newPage();
    let take = async (pages: Pages) => {
      for (let [name, path] of pages) {
        if (only && !name.includes(only)) continue;
        await page.goto(path, { waitUntil: 'networkidle' });
        await page.screenshot({ path: `screenshots/${name}-${look.name}.png`, fullPage: true });
      }
    };
    await take(guestPages);
    for (let [person, pages] of [
      ['grace', signedInPages],
      ['root', adminPages],
    ] as const) {
      await page.goto('/login');
      await page.getByLabel(/email/i).fill(person);
      await page.getByLabel('Password').fill('analytical-engine-1');
      await page.getByRole('button', { name: /login|sign in/i }).click();
      await page.waitForURL(/home/);
      await take(pages);
      await context.clearCookies();
    }
    await context.close();
  }
}

mkdirSync('screenshots', { recursive: true });
let browser = await chromium.launch({ executablePath: await findBrowser(), args: browserArgs });
await takeAll(browser).finally(() => browser.close());
