import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type DashboardAlone, serveAlone } from '../support/standalone-dashboard';
import { gatewayPort, workerPort } from '../support/ports';
import { expect, password, test } from './product';

// The dashboard alone, under plain remix-serve, with its gateway at another address.
const port = workerPort('standalone');

async function signIn(page: import('@playwright/test').Page, { url }: DashboardAlone): Promise<void> {
  await page.goto(`${url}/login`);
  await page.getByLabel('Email or username').fill('grace');
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

// @spec 1: A test payment provider where no key of a real one is set, as preview builds have it;
//   the gateway's host is a setting
test('people sign in through a gateway over HTTP, and pages have their security headers', async ({ page }) => {
  let alone = await serveAlone(port);
  try {
    await signIn(page, alone);
    await expect(page.locator('dt').getByText('Downloads', { exact: true })).toBeVisible();
    let headers = (await page.context().request.get(`${alone.url}/home/hopper-labs`)).headers();
    expect(headers['content-security-policy']).toMatch(/script-src 'self' '(nonce|sha256)-/);
    expect(headers['x-frame-options']).toBe('DENY');
  } finally {
    await page.goto('about:blank');
    await alone.close();
  }
});

test(
  'without its gateway the dashboard shows a message and keeps what was typed',
  { tag: '@slow' },
  async ({ page }) => {
    let alone = await serveAlone(port, { GATEWAY_URL: 'http://127.0.0.1:9' });
    try {
      await signIn(page, alone);
      await expect(page.getByText('Could not reach the Scarf server. Please try again later.')).toBeVisible();
      await expect(page.getByRole('banner')).toBeVisible();
      await expect(page.getByLabel('Email or username')).toHaveValue('grace');
      await expect(page.getByRole('button', { name: 'Sign in' })).toBeEnabled();
    } finally {
      await page.goto('about:blank');
      await alone.close();
    }
  },
);

/** A gateway of another version: the real one, whose answers to some addresses are changed. */
async function otherGateway(change: (path: string, answer: string) => string | undefined) {
  let server = createServer(async (request, response) => {
    let { method, headers, url: path = '/' } = request;
    let sent = Object.fromEntries(
      ['authorization', 'content-type'].flatMap((name) => (headers[name] ? [[name, String(headers[name])]] : [])),
    );
    let body = Buffer.concat(await request.toArray());
    let answer = await fetch(`http://127.0.0.1:${gatewayPort}${path}`, {
      method,
      headers: sent,
      body: body.length > 0 ? body : undefined,
    });
    let text = await answer.text();
    let type = answer.headers.get('content-type') ?? 'text/plain';
    response.writeHead(answer.status, { 'content-type': type }).end(change(path, text) ?? text);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  let close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

test(
  'a row that cannot be read is left out, and the page says so',
  { tag: '@slow' },
  async ({ page, javaScriptEnabled }) => {
    let gateway = await otherGateway((path, answer) =>
      /\/organizations\/hopper-labs\/members(\?|$)/.test(path)
        ? answer.replace(/"role":"[a-z]+"/, '"role":7')
        : undefined,
    );
    let alone = await serveAlone(port, { GATEWAY_URL: gateway.url });
    let note = page.getByText('1 row of this page is hidden: the gateway sent data').filter({ visible: true });
    try {
      await signIn(page, alone);
      await page.waitForURL(/\/home\//);
      await page.goto(`${alone.url}/organizations/hopper-labs/members`);
      await expect(note).toHaveCount(1);
      await page.goto(`${alone.url}/organizations/hopper-labs`);
      await expect(note).toHaveCount(0);
      let main = page.getByRole('main');
      await main.getByRole('link', { name: 'Members' }).first().click();
      await expect(note).toHaveCount(1);
      if (javaScriptEnabled) await expect(page.locator('[data-sonner-toast]')).toContainText('is hidden');
    } finally {
      await page.goto('about:blank');
      await alone.close();
      gateway.close();
    }
  },
);
