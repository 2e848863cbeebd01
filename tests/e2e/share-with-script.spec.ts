/** Public share pages: their forms by axe, in light and dark. */
import { expect, test } from './product';
import { colorRules, setColorScheme, violations } from '../support/axe';

test('the page of a link, its password and its end have no faults of accessibility in both themes', async ({
  page,
  signInAs,
  fresh,
}) => {
  await signInAs('grace');
  let made = async (password: string) => {
    await page.goto('/share-links/hopper-labs/new');
    await page.getByLabel('Title').fill(fresh('accessible'));
    await page.getByRole('checkbox', { name: 'Companies' }).check();
    await page.getByRole('textbox', { name: 'Password' }).fill(password);
    await page.getByRole('button', { name: 'Create link' }).click();
    await expect(page.getByText('Share link created.').first()).toBeVisible();
    return (await page.getByText(/^https?:\S+\/share\/[\w-]+$/).textContent())!;
  };
  let [open, closed] = [await made(''), await made('difference')];
  let found: Record<string, string[]> = {};
  for (let [name, address] of [
    ['page', `${open}?days=365`],
    ['frame', `${open}/embed`],
    ['password', closed],
    ['unknown', `${open}x`],
  ] as const) {
    await page.goto(address);
    await setColorScheme(page, 'light');
    let list = await violations(page);
    await setColorScheme(page, 'dark');
    list.push(...(await violations(page, colorRules)).map((fault) => `in dark: ${fault}`));
    if (list.length > 0) found[name] = list;
  }
  expect(found).toEqual({});
});
