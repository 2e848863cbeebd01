import type { Page } from '@playwright/test';
import { mainAndAllPages, type Pages } from '../support/pages';
import { walkByTab } from '../support/tab-walk';
import { expect, test } from './product';

async function complaintsOf(page: Page, pages: Pages): Promise<Record<string, string[]>> {
  let found: Record<string, string[]> = {};
  for (let [i, [name, path]] of pages.entries()) {
    await page.goto(path);
    let complaints = await walkByTab(page, i > 0);
    if (complaints.length) found[name] = complaints;
  }
  return found;
}

test.describe('Tab reaches everything from the skip link to the end, in view and with a focus style', () => {
  test.setTimeout(300_000);

  for (let { whose, person, pages, tag } of mainAndAllPages)
    test(`on ${whose}`, { tag }, async ({ page, signInAs, actAs }) => {
      if (person) await signInAs(person);
      expect(await complaintsOf(page, pages)).toEqual({});
      if (person !== 'root') return;
      await actAs('hopper-labs');
      expect(await complaintsOf(page, [['acting', '/home/hopper-labs']])).toEqual({});
    });
});
