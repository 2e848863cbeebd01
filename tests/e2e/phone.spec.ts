import type { Page } from '@playwright/test';
import { mainAndAllPages } from '../support/pages';
import { expect, test } from './product';

/**
 * What is wider than the screen, and texts that are cut at the edge of a box that cannot be
 * scrolled and does not say by dots that there is more.
 */
async function faultsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    let faults: string[] = [];
    let { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) faults.push(`${scrollWidth - clientWidth} px wider than the screen`);
    let named = (element: Element) =>
      `${element.tagName.toLowerCase()} "${(element.textContent ?? '').trim().slice(0, 30)}"`;
    for (let element of document.querySelectorAll<HTMLElement>('body *')) {
      if (!element.checkVisibility() || element.scrollWidth <= element.clientWidth + 1) continue;
      let { overflowX, textOverflow, display, position } = getComputedStyle(element);
      if (display === 'inline' || position === 'absolute') continue;
      if (overflowX === 'hidden' && textOverflow !== 'ellipsis' && element.clientWidth > 1)
        faults.push(`cut: ${named(element)}`);
      if (['auto', 'scroll'].includes(overflowX) && !element.closest('.scrolls, pre, code'))
        faults.push(`scrolls without a hint: ${named(element)}`);
      if (element.closest('table.stacks') && overflowX === 'visible' && !element.closest('.scrolls pre'))
        faults.push(`too wide in a stacked row: ${named(element)}`);
    }
    return faults;
  });
}

for (let { whose, person, pages, tag } of mainAndAllPages)
  test(`no page scrolls sideways on a phone, and no text is cut: ${whose}`, { tag }, async ({ page, signInAs }) => {
    test.setTimeout(180_000);
    if (person) await signInAs(person);
    let wrong: Record<string, string[]> = {};
    for (let [name, path] of pages) {
      await page.goto(path);
      let faults = await faultsOf(page);
      if (faults.length > 0) wrong[name] = faults;
    }
    expect(wrong).toEqual({});
  });

test('an organization acted as has its home on a phone', async ({ page, signInAs, actAs }) => {
  await signInAs('root');
  await actAs('hopper-labs');
  await page.goto('/home/hopper-labs');
  await expect(page.getByRole('complementary', { name: 'Acting as' })).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
});

test('the rows of a table stack on a phone, each value next to its column label', async ({ page, signInAs }) => {
  await signInAs('grace');
  await page.goto('/insights/hopper-labs?range=last-90-days');
  let table = page.getByRole('table', { name: 'Companies' });
  let row = table.getByRole('row').nth(1);
  let [, second, third] = await row.locator('th, td').all();
  let [a, b] = [(await second!.boundingBox())!, (await third!.boundingBox())!];
  expect(b.y).toBeGreaterThanOrEqual(a.y + a.height);
  expect(a.x).toBe(b.x);
  let labels = await row
    .locator('th, td')
    .evaluateAll((cells) => cells.map((cell) => getComputedStyle(cell, '::before').content));
  expect(labels.slice(1, 4)).toEqual(['"Stage"', '"Events"', '"Downloads"']);
  await table.getByRole('link', { name: 'Events', exact: true }).click();
  await expect(page).toHaveURL(/sort=events/);
});
