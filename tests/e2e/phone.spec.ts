import { guestPages, signedInPages } from '../support/pages';
import { expect, test } from './product';

test('no page scrolls sideways on a phone', async ({ page, signInAs }) => {
  test.setTimeout(120_000);
  let wide: string[] = [];
  let visit = async ([name, path]: readonly [string, string]) => {
    await page.goto(path);
    let excess = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    if (excess > 0) wide.push(`${name}: ${excess} px`);
  };
  for (let entry of guestPages) await visit(entry);
  await signInAs('grace');
  for (let entry of signedInPages) await visit(entry);
  expect(wide).toEqual([]);
});
