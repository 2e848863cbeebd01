/** What feature flags add to pages. In the demo all flags that add something are on. */
import { askGateway, expect, test } from './product';

test(
  'a custom domain shows the records it needs, and is checked',
  { tag: '@slow' },
  async ({ page, signInAs, fresh }) => {
    let name = fresh('checked');
    await signInAs('ada');
    await page.goto('/new-package/ada?type=file');
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.getByLabel(/Download path/).fill(`/${name}/one`);
    await page.getByRole('button', { name: 'Create package' }).click();
    await page.getByRole('link', { name: 'Go to your package' }).click();
    await page.getByRole('link', { name: 'Add domain' }).click();
    await page.getByRole('textbox', { name: 'Domain' }).fill(`${name}.example.com`);
    await page.getByRole('button', { name: 'Add domain' }).click();

    let verification = page.locator('details', { hasText: 'Verification of' });
    await expect(verification.locator('summary')).toContainText('Not verified');
    await expect(verification).toContainText('Downloads from this domain work once it is verified');
    await expect(verification.getByText('ada.gateway.localhost', { exact: true })).toBeVisible();
    await expect(verification.getByText(`_landfall-challenge.${name}.example.com`, { exact: true })).toBeVisible();
    await verification.getByRole('button', { name: /Check now/ }).click();
    await expect(page.getByText('DNS did not respond in time. Try again.')).toBeVisible();
    await expect(verification).toContainText('DNS did not respond at the last check.');
    await expect(verification).toContainText('Last checked');
    await expect(verification).toContainText('next automatic check');
    await expect(page).toHaveURL(new RegExp(`/file/${name}/set-up$`));
  },
);

test(
  'requests without a route are redirected to the catch-all target',
  { tag: '@slow' },
  async ({ page, signInAs, fresh, confirmDomain }) => {
    let name = fresh('rest');
    await signInAs('ada');
    await page.goto('/new-package/ada?type=file');
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.getByLabel(/Download path/).fill(`/${name}/one`);
    await page.getByText('Custom domain (optional)').click();
    await page.getByLabel('Domain', { exact: true }).fill(`${name}.example.com`);
    await page.getByText('Fallback URL (optional)').click();
    await page.getByLabel(/Catch-all redirect target domain/).fill('https://files.example.com/path');
    await page.getByRole('button', { name: 'Create package' }).click();
    await expect(page.getByText('Enter only a scheme and a host').first()).toBeVisible();
    await page.getByLabel(/Catch-all redirect target domain/).fill('https://files.example.com');
    await page.getByRole('button', { name: 'Create package' }).click();
    await expect(page).toHaveURL(/\/created$/);
    await confirmDomain('ada', `${name}.example.com`);

    let answer = await askGateway(`${name}.example.com`, '/anything/else.zip?x=1');
    expect([answer.status, answer.headers.location]).toEqual([302, 'https://files.example.com/anything/else.zip?x=1']);
    await page.goto(`/packages/ada/file/${name}/edit`);
    await page.getByLabel(/Catch-all redirect target domain/).fill('');
    await page.getByRole('button', { name: 'Save package' }).click();
    await expect(page).toHaveURL(new RegExp(`/file/${name}/settings$`));
    expect((await askGateway(`${name}.example.com`, '/anything/else.zip')).status).toBe(404);
  },
);

test(
  'downloads are reported by one variable at a time',
  { tag: '@slow' },
  async ({ page, signInAs, javaScriptEnabled }) => {
    await signInAs('grace');
    await page.goto('/analytics/hopper-labs?range=last-90-days');
    await page.getByRole('link', { name: /by URL variable/ }).click();
    let choice = page.getByRole('combobox', { name: 'Variable of downloads' });
    await choice.selectOption('version');
    if (javaScriptEnabled === false) await page.getByRole('button', { name: 'Show', exact: true }).click();
    await expect(page).toHaveURL(/range=last-90-days.*variable=version/);
    let card = page.getByRole('table', { name: /Downloads by version/ }).last();
    await expect(card.getByRole('columnheader', { name: 'version', exact: true })).toBeVisible();
  },
);
