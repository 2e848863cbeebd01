/** npm packages: created with a preview, installed through the gateway, counted, changed. */
import { startNpmRegistry, type NpmRegistry } from '../support/npm-registry';
import { gatewayPort } from '../support/ports';
import { askGateway, expect, firstFigure, packageTab, test } from './product';

let registry: NpmRegistry;
test.beforeAll(async () => {
  registry = await startNpmRegistry();
});
test.afterAll(() => registry.close());

// @spec 3: npm packages are created, served as a registry, redirected and counted
test('an npm package is created, served with its commands, counted and changed', async ({
  page,
  registerAs,
  fresh,
  javaScriptEnabled,
}) => {
  let owner = fresh('maker');
  let name = `@${owner}/engine`;
  let host = `${owner}.npm.localhost`;
  await registry.publish({ name, version: '1.2.3' });
  await registerAs(owner);
  await page.goto(`/new-package/${owner}`);
  await page.getByRole('link', { name: /^npm/ }).first().click();
  await expect(page.getByLabel('Backend registry')).toHaveValue('https://registry.example/');

  let preview = page.getByRole('region', { name: 'Preview' });
  await page.getByLabel('Package name').fill(name);
  await page.getByLabel('Backend registry').fill(registry.url);
  if (javaScriptEnabled === false) await page.getByRole('button', { name: 'Preview' }).click();
  await expect(preview).toContainText(`npm config set @${owner}:registry http://${host}:${gatewayPort}/`);
  await expect(preview).toContainText(`Registry of the scope @${owner}`);
  await expect(preview).toContainText('Registry of all packages');
  await page.getByRole('button', { name: 'Create package' }).click();
  await expect(page).toHaveURL(/\/created$/);
  await expect(page.getByRole('heading', { name: `${name} is ready` })).toBeVisible();
  await expect(page.getByText(`npm install ${name}`)).toBeVisible();

  await page.getByRole('link', { name: 'Go to your package' }).click();
  let main = page.getByRole('main');
  await expect(main).toContainText(`@${owner}:registry=http://${host}:${gatewayPort}/`);
  await expect(main).toContainText('npmScopes:');
  await page.getByText('Registry of all packages').click();
  let once = `npm install ${name} --registry http://${host}:${gatewayPort}/`;
  await expect(page.getByText(once).last()).toBeVisible();

  let packument = await askGateway(`${host}:${gatewayPort}`, `/@${owner}%2fengine`, { 'user-agent': 'npm/11.0.0' });
  expect(packument.status).toBe(200);
  let tarball = await askGateway(host, `/${name}/-/engine-1.2.3.tgz`, { 'user-agent': 'npm/11.0.0' });
  expect([tarball.status, tarball.headers.location]).toEqual([307, `${registry.url}${name}/-/engine-1.2.3.tgz`]);
  await packageTab(page, 'Overview').click();
  await expect(firstFigure(page)).toContainText('1');

  await packageTab(page, 'Settings').click();
  await page.getByRole('link', { name: 'Edit', exact: true }).first().click();
  await page.getByLabel('Backend registry').fill('https://other.example/npm');
  await page.getByRole('button', { name: 'Save package' }).click();
  await expect(page.getByText('https://other.example/npm/')).toBeVisible();
  expect((await askGateway(host, '/left', {})).headers.location).toBe('https://other.example/npm/left');
});

test(
  'a name without a scope offers only the registry of all packages; errors are on their fields',
  { tag: '@slow' },
  async ({ page, registerAs, fresh, javaScriptEnabled }) => {
    let owner = fresh('plain');
    await registerAs(owner);
    await page.goto(`/new-package/${owner}?type=npm`);
    await page.getByLabel('Package name').fill('tool');
    if (javaScriptEnabled === false) await page.getByRole('button', { name: 'Preview' }).click();
    let preview = page.getByRole('region', { name: 'Preview' });
    await expect(preview).toContainText(`npm install tool --registry http://${owner}.npm.localhost:${gatewayPort}/`);
    await expect(preview).not.toContainText('scope');
    await page.getByLabel('Backend registry').fill(`http://${owner}.npm.localhost`);
    await page.getByRole('button', { name: 'Create package' }).click();
    await expect(page.getByText('This URL is the gateway itself.', { exact: false }).first()).toBeVisible();
    await expect(page.getByLabel('Package name')).toHaveValue('tool');
  },
);
