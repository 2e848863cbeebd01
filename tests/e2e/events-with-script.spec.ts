/** Pages of another origin send events to a gateway, by fetch and by beacon. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gatewayPort } from '../support/ports';
import { expect, firstFigure, test } from './product';

test('a page of another origin sends events by fetch and by beacon', async ({ page, signInAs, fresh }) => {
  let name = fresh('beacon');
  await signInAs('ada');
  await page.goto('/new-package/ada?type=file');
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel(/Download path/).fill(`/${name}/{by}`);
  await page.getByRole('button', { name: 'Create package' }).click();
  await expect(page).toHaveURL(/\/created$/);

  let server = createServer((_, response) => response.setHeader('content-type', 'text/html').end('<p>A page</p>'));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  let other = await page.context().newPage();
  await other.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  let address = `http://ada.gateway.localhost:${gatewayPort}/${name}`;
  let answers = await other.evaluate(async (to) => {
    let headers = { 'content-type': 'application/json' };
    let sent = await fetch(`${to}/fetch`, { method: 'POST', headers, body: '[{"n":1},{"n":2}]' });
    let wrong = await fetch(`${to}/fetch`, { method: 'POST', headers, body: 'hello' });
    let { code } = (await wrong.json()) as { code: string };
    let kept = await fetch(`${to}/kept`, { method: 'POST', keepalive: true, body: JSON.stringify({ n: 3 }) });
    return [sent.status, wrong.status, code, kept.status];
  }, address);
  expect(answers).toEqual([200, 422, 'events-not-valid', 200]);
  server.close();

  await expect(async () => {
    await page.goto(`/packages/ada/file/${name}`);
    await expect(firstFigure(page)).toContainText('3', { timeout: 1_000 });
  }).toPass();
});
