import { adminPages, guestPages, signedInPages } from '../support/pages';
import { expect, test } from './product';

test('no page scrolls sideways on a phone', async ({ page, signInAs, actAs }) => {
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
  await page.context().clearCookies();
  await signInAs('root');
  for (let entry of adminPages) await visit(entry);
  await actAs('hopper-labs');
  await visit(['acting', '/home/hopper-labs']);
  expect(wide).toEqual([]);
});
