import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { askGateway, expect, test } from './product';

/** A registry that has every image. */
let registry: Server;
test.beforeAll(async () => {
  registry = createServer((_request, response) => response.end());
  await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve));
});
test.afterAll(() => registry.close());

test('a collection is created, and its first pull creates a package', async ({
  page,
  signInAs,
  fresh,
  confirmDomain,
}) => {
  let name = fresh('crew');
  let host = `${name}.example`;
  await signInAs('ada');
  await page.goto('/collections/ada#new');
  await page.getByLabel('Path').fill(`${name}/{app`);
  let { port } = registry.address() as AddressInfo;
  await page.getByLabel('Backend domain').fill(`127.0.0.1:${port}`);
  await page.getByLabel('Public domain').fill(host);
  await page.getByRole('button', { name: 'Create collection' }).click();
  await expect(page.getByText('not a valid pattern').first()).toBeVisible();
  await page.getByLabel('Path').fill(`${name}/*`);
  await page.getByRole('button', { name: 'Create collection' }).click();
  await expect(page.getByRole('rowheader', { name: `${name}/*` })).toBeVisible();

  await expect(page.locator('details', { hasText: `Verification of ${host}` })).toContainText('ada.docker.localhost');
  expect((await askGateway(host, `/v2/${name}/app/manifests/1.0`)).status).toBe(404);
  await confirmDomain('ada', host);

  let answer = await askGateway(host, `/v2/${name}/app/manifests/1.0`, { 'user-agent': 'docker/24.0.5' });
  expect(answer.status).toBe(307);
  // The registry is asked after the answer, so the package appears a moment later.
  let made = `/packages/ada/docker/${encodeURIComponent(`${name}/app`)}`;
  await expect.poll(async () => (await page.request.get(made)).status()).toBe(200);
  await page.goto(`${made}/set-up`);
  await expect(page.getByText(host).first()).toBeVisible();

  await page.goto('/collections/ada');
  await page
    .getByRole('row', { name: new RegExp(`^${name}`) })
    .getByRole('link', { name: /Settings/ })
    .click();
  await page.getByRole('link', { name: 'Delete collection' }).click();
  await page.getByRole('button', { name: 'Delete collection' }).click();
  await expect(page).toHaveURL(/\/collections\/ada$/);
  await expect(page.getByRole('rowheader', { name: `${name}/*` })).toHaveCount(0);
});

test('a package moves to another registry after a preview', { tag: '@slow' }, async ({ page, signInAs, fresh }) => {
  let name = `${fresh('mover')}/app`;
  await signInAs('ada');
  await page.goto('/new-package/ada?type=docker');
  await page.getByLabel('Container’s pull command').fill(`ghcr.io/${name}`);
  await page.getByText('Custom domain').click();
  await page
    .getByLabel(/domain/i)
    .last()
    .fill(`${name.split('/')[0]}.example`);
  await page.getByRole('button', { name: 'Create package' }).click();
  await expect(page).toHaveURL(/\/created$/);

  await page.goto('/packages/ada/overview');
  await page.getByRole('link', { name: 'Move to another registry' }).click();
  await page.getByLabel('New backend registry').fill('quay.io');
  await page.getByLabel('Selected only').check();
  await page.getByRole('checkbox', { name: `Move ${name}` }).check();
  await page.getByRole('button', { name: 'Preview changes' }).click();
  let plan = page.getByRole('region', { name: 'What changes' });
  await expect(plan.getByText(name).first()).toBeVisible();
  await page.getByRole('button', { name: 'Move 1 item' }).click();
  await expect(page.getByRole('heading', { name: 'What changes' })).toHaveCount(0);
  await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText('quay.io');
  await expect(page.getByLabel('New backend registry')).toHaveValue('');
});
