import { adminPages, guestPages, signedInPages } from '../support/pages';
import { walkByTab } from '../support/tab-walk';
import { expect, test } from './product';

type Pages = readonly (readonly [name: string, path: string])[];

async function complaintsOf(page: import('@playwright/test').Page, pages: Pages): Promise<Record<string, string[]>> {
  let found: Record<string, string[]> = {};
  for (let [i, [name, path]] of pages.entries()) {
    await page.goto(path);
    let complaints = await walkByTab(page, i > 0);
    if (complaints.length) found[name] = complaints;
  }
  return found;
}

test.describe('Tab reaches everything, in view and with a focus style, from the skip link to the end', () => {
  test.setTimeout(300_000);
  let half = Math.ceil(signedInPages.length / 2);

  test('on pages of visitors', async ({ page }) => {
    expect(await complaintsOf(page, guestPages)).toEqual({});
  });

  for (let [part, pages] of [
    ['first', signedInPages.slice(0, half)],
    ['second', signedInPages.slice(half)],
  ] as const)
    test(`on signed-in pages, ${part} half`, async ({ page, signInAs }) => {
      await signInAs('grace');
      expect(await complaintsOf(page, pages)).toEqual({});
    });

  test('on pages of a platform admin, acting or not', async ({ page, signInAs, actAs }) => {
    await signInAs('root');
    expect(await complaintsOf(page, adminPages)).toEqual({});
    await actAs('hopper-labs');
    expect(await complaintsOf(page, [['acting', '/home/hopper-labs']])).toEqual({});
  });
});
