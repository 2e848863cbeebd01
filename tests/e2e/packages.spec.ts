import { dashboardPort, gatewayPort } from '../support/ports';
import { askGateway, expect, firstFigure, packageTab, test } from './product';

// @spec 1: Data from a download appears
test('a file package is created, downloaded and counted', async ({ page, signInAs, fresh }) => {
  let name = fresh('engine');
  await signInAs('ada');
  await page.goto('/new-package/ada');
  await page.getByRole('link', { name: /^File/ }).first().click();
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel(/File location/).fill(`http://127.0.0.1:${dashboardPort}/sample-download.txt?v={version}`);
  await page.getByLabel(/Download path/).fill(`/${name}/{release}/tool.zip`);
  await page.getByRole('button', { name: 'Create package' }).click();
  await expect(page.getByText('The path is missing a variable that the file location uses.').first()).toBeVisible();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(name);

  await page.getByLabel(/Download path/).fill(`/${name}/{version}/tool.zip`);
  await page.getByRole('button', { name: 'Create package' }).click();
  await expect(page).toHaveURL(/\/created$/);
  await expect(page.getByRole('heading', { name: `${name} is ready` })).toBeVisible();

  let answer = await askGateway('ada.gateway.localhost', `/${name}/7.8.9/tool.zip`, { 'user-agent': 'curl/8.9.1' });
  expect(answer.status).toBe(307);
  expect(answer.headers.location).toBe(`http://127.0.0.1:${dashboardPort}/sample-download.txt?v=7.8.9`);

  await page.getByRole('link', { name: 'View analytics' }).click();
  let versions = page
    .getByRole('region', { name: 'Versions' })
    .or(page.locator('section', { hasText: 'Versions' }))
    .last();
  await expect(versions).toContainText('7.8.9');
});

// @spec 3: Package types; file packages have routes; labels
test(
  'a file package with a scope is created, served, found, changed and deleted',
  { tag: '@slow' },
  async ({ page, signInAs, fresh }) => {
    let scope = fresh('scope');
    let name = `@${scope}/tool`;
    let address = `/packages/ada/file/${encodeURIComponent(name)}`;
    await signInAs('ada');
    await page.goto('/new-package/ada?type=file');
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.getByLabel(/File location/).fill(`http://127.0.0.1:${dashboardPort}/sample-download.txt?v={version}`);
    await page.getByLabel(/Download path/).fill(`/${name}/-/tool-{version}.tgz`);
    await page.getByRole('button', { name: 'Create package' }).click();
    await expect(page).toHaveURL(/\/created$/);
    await page.getByRole('link', { name: 'Go to your package' }).click();
    await expect(page).toHaveURL(`${address}/set-up`);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(name);

    let answer = await askGateway('ada.gateway.localhost', `/${name}/-/tool-1.2.3.tgz`, { 'user-agent': 'curl/8.9.1' });
    expect(answer.status).toBe(307);
    expect(answer.headers.location).toBe(`http://127.0.0.1:${dashboardPort}/sample-download.txt?v=1.2.3`);
    await packageTab(page, 'Overview').click();
    await expect(page).toHaveURL(address);
    await expect(firstFigure(page)).toContainText('1');

    await page.goto(`/search?owner=ada&q=${encodeURIComponent(scope)}`);
    await page.getByRole('link', { name }).click();
    await expect(page).toHaveURL(/\/dashboard\/ada\?package=/);
    await expect(page.getByRole('main')).toContainText(name);
    await page.goto(`/packages/ada/overview?q=${encodeURIComponent(name)}`);
    await page.getByRole('rowheader', { name }).getByRole('link').click();
    await packageTab(page, 'Settings').click();
    await page.getByRole('link', { name: 'Edit', exact: true }).first().click();
    await page.getByLabel('Short description').fill('Has a scope');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page).toHaveURL(`${address}/settings`);
    await expect(page.getByText('Has a scope')).toBeVisible();

    await page.goto(`${address}/delete`);
    await page.getByLabel(/Type/).fill(name);
    await page.getByRole('button', { name: 'Delete package' }).click();
    await expect(page).toHaveURL(/\/packages\/ada\/overview/);
    expect((await page.goto(address))?.status()).toBe(404);
  },
);

test('routes and domains of a package are added, changed and removed', async ({
  page,
  signInAs,
  fresh,
  confirmDomain,
}) => {
  let name = fresh('routed');
  await signInAs('ada');
  await page.goto('/new-package/ada?type=file');
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel(/Download path/).fill(`/${name}/one`);
  await page.getByRole('button', { name: 'Create package' }).click();
  await page.getByRole('link', { name: 'Go to your package' }).click();

  await page.getByRole('link', { name: 'Add route' }).click();
  await page.getByLabel(/Download path/).fill(`/${name}/two`);
  await page.getByLabel(/File location/).fill('no-scheme.example/file');
  await page.getByRole('button', { name: /Add route|Save/ }).click();
  await expect(page.getByText('Enter a URL that starts with http:// or https://.').first()).toBeVisible();
  await page.getByLabel(/File location/).fill('https://files.example/two');
  await page.getByRole('button', { name: /Add route|Save/ }).click();
  await expect(page.getByText('https://files.example/two').first()).toBeVisible();

  await page.getByRole('link', { name: 'Add domain' }).click();
  await page.getByRole('textbox', { name: /Domain/ }).fill('not a domain');
  await page.getByRole('main').getByRole('button', { name: /Add/ }).click();
  await expect(page.getByText('This is not a valid domain name.').first()).toBeVisible();
  await page.getByRole('textbox', { name: /Domain/ }).fill(`${name}.downloads.example`);
  await page.getByRole('main').getByRole('button', { name: /Add/ }).click();
  await expect(page.getByRole('rowheader', { name: new RegExp(`^${name}.downloads.example`) })).toBeVisible();
  expect((await askGateway(`${name}.downloads.example`, `/${name}/two`)).status).toBe(404);
  await confirmDomain('ada', `${name}.downloads.example`);
  expect((await askGateway(`${name}.downloads.example`, `/${name}/two`)).headers.location).toBe(
    'https://files.example/two',
  );

  await packageTab(page, 'Settings').click();
  await page.getByRole('link', { name: 'Delete package' }).click();
  await page.getByLabel(/Type/).fill('something else');
  await page.getByRole('button', { name: 'Delete package' }).click();
  await expect(page.getByText('Type the name exactly as shown.').first()).toBeVisible();
  await page.getByLabel(/Type/).fill(name);
  await page.getByRole('button', { name: 'Delete package' }).click();
  await expect(page).toHaveURL(/\/packages\/ada\/overview/);
  await expect(page.getByText(name)).toHaveCount(0);
  expect((await askGateway('ada.gateway.localhost', `/${name}/one`)).status).toBe(404);
});

test('a docker package shows its pull command, and a taken name is refused', async ({ page, signInAs, fresh }) => {
  let name = fresh('image');
  await signInAs('ada');
  for (let tried of ['first', 'second']) {
    await page.goto('/new-package/ada?type=docker');
    await page.getByLabel(/pull command/).fill(`docker pull acme/${name}:1.25`);
    // The same form sent again would lead to the package it has created; this one differs.
    if (tried === 'second') {
      await page.getByText('Details (optional)').click();
      await page.getByLabel('Short description').fill('Another one');
    }
    await page.getByRole('button', { name: 'Create package' }).click();
    if (tried === 'first') {
      await expect(page).toHaveURL(/\/created$/);
      await expect(
        page.getByText(`docker pull ada.docker.localhost:${gatewayPort}/acme/${name}`).first(),
      ).toBeVisible();
    }
  }
  await expect(page.getByText('A package with this name already exists.').first()).toBeVisible();
});
