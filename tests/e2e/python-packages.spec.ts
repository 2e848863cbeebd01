/** Python packages: created with a preview, served through the gateway, counted, changed. */
import { startPythonRegistry, type PythonRegistry } from '../support/python-registry';
import { gatewayPort } from '../support/ports';
import { askGateway, expect, firstFigure, packageTab, test } from './product';

let registry: PythonRegistry;
test.beforeAll(async () => {
  registry = await startPythonRegistry();
});
test.afterAll(() => registry.close());

// @spec 3: Python packages are created, served as an index, redirected and counted
test(
  'a Python package is created, served with its commands, counted and changed',
  { tag: '@slow' },
  async ({ page, registerAs, fresh, javaScriptEnabled }) => {
    let owner = fresh('snake');
    let name = `${owner}-engine`;
    let host = `${owner}.python.localhost:${gatewayPort}`;
    let index = `http://${host}/simple/`;
    registry.publish({ name, version: '1.2.3' });
    await registerAs(owner);
    await page.goto(`/new-package/${owner}`);
    await page
      .getByRole('link', { name: /^Python/ })
      .first()
      .click();
    await expect(page.getByLabel('Backend registry')).toHaveValue('https://registry.example/simple/');

    let preview = page.getByRole('region', { name: 'Preview' });
    await page.getByLabel('Package name').fill(name);
    await page.getByLabel('Backend registry').fill(registry.url);
    if (javaScriptEnabled === false) await page.getByRole('button', { name: 'Preview' }).click();
    let command = `pip install ${name} --index-url ${index} --trusted-host ${host}`;
    await expect(preview).toContainText(command);
    for (let text of [
      `pip install ${name} --extra-index-url ${index} --trusted-host ${host}`,
      `--index-url ${index}`,
      `[global]\nextra-index-url = ${index}`,
      `uv pip install ${name} --default-index ${index}`,
      `${name} = { index = "gateway" }`,
      `poetry source add --priority=primary gateway ${index}`,
      `include_packages = ["${name}"]`,
    ])
      await expect(preview.locator('code').filter({ hasText: text }).first()).toBeAttached();
    await page.getByRole('button', { name: 'Create package' }).click();
    await expect(page).toHaveURL(/\/created$/);
    await expect(page.getByRole('heading', { name: / is ready$/ })).toBeVisible();
    await expect(page.getByText(command)).toBeVisible();

    await page.getByRole('link', { name: 'Go to your package' }).click();
    let main = page.getByRole('main');
    await expect(main).toContainText('Index of all packages');
    await page.getByText('With another index').click();
    await expect(page.getByText(`poetry source add --priority=explicit gateway ${index}`)).toBeVisible();

    let agent = { 'user-agent': 'pip/25.1 {"ci":null}' };
    let listed = await askGateway(host, `/simple/${name}/`, agent);
    expect(listed.status).toBe(200);
    let file = `${name.replaceAll('-', '_')}-1.2.3-py3-none-any.whl`;
    let wheel = await askGateway(host, `/simple/${name}/${file}`, agent);
    expect([wheel.status, wheel.headers.location]).toEqual([301, registry.place(file)]);
    await packageTab(page, 'Overview').click();
    await expect(firstFigure(page)).toContainText('1');

    await packageTab(page, 'Settings').click();
    await page.getByRole('link', { name: 'Edit', exact: true }).first().click();
    await page.getByLabel('Backend registry').fill('https://other.example/whl');
    await page.getByRole('button', { name: 'Save package' }).click();
    await expect(page.getByText('https://other.example/whl/')).toBeVisible();
    expect((await askGateway(host, '/simple/left/', {})).headers.location).toBe('https://other.example/whl/left/');
  },
);

test(
  'the gateway itself is refused as an index, and what was typed stays',
  { tag: '@slow' },
  async ({ page, registerAs, fresh }) => {
    let owner = fresh('adder');
    await registerAs(owner);
    await page.goto(`/new-package/${owner}?type=python`);
    await page.getByLabel('Package name').fill('my-tool');
    await page.getByLabel('Backend registry').fill(`http://${owner}.python.localhost/simple/`);
    await page.getByRole('button', { name: 'Create package' }).click();
    await expect(page.getByText('This URL is the gateway itself.', { exact: false }).first()).toBeVisible();
    await expect(page.getByLabel('Package name')).toHaveValue('my-tool');
  },
);
