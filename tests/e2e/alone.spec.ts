import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { dashboardPort, gatewayPort } from '../support/ports';
import { expect, password, test } from './product';

// The dashboard alone, under plain remix-serve, in front of a gateway somewhere else.
const secret = 'a-secret-of-the-browser-tests-0123456789';
const firstPort = dashboardPort + 100;

async function serve(port: number, gateway: string): Promise<ChildProcess> {
  let child = spawn('node', ['node_modules/@remix-run/serve/dist/cli.js', 'build/server/index.js'], {
    env: { ...process.env, NODE_ENV: 'production', PORT: String(port), GATEWAY_URL: gateway, SESSION_SECRETS: secret },
    stdio: 'ignore',
  });
  for (let tries = 0; tries < 100; tries++) {
    let answer = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined);
    if (answer?.ok) return child;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error('remix-serve did not start');
}

async function end(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM');
  await once(child, 'exit');
}

function portFor(index: number, offset: number): number {
  return firstPort + index * 2 + offset;
}

test('people sign in through a gateway over HTTP, and the page protects itself', async ({ page }, info) => {
  let port = portFor(info.workerIndex, 0);
  let child = await serve(port, `http://127.0.0.1:${gatewayPort}`);
  try {
    await page.goto(`http://localhost:${port}/login`);
    await page.getByLabel('Email or username').fill('grace');
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByText('Total Downloads', { exact: true })).toBeVisible();
    let headers = (await page.context().request.get(`http://localhost:${port}/home/hopper-labs`)).headers();
    expect(headers['content-security-policy']).toMatch(/script-src 'self' 'nonce-/);
    expect(headers['x-frame-options']).toBe('DENY');
  } finally {
    await page.goto('about:blank');
    await end(child);
  }
});

test('without its gateway the dashboard says so and offers another try', async ({ page }, info) => {
  let port = portFor(info.workerIndex, 1);
  let child = await serve(port, 'http://127.0.0.1:9');
  try {
    await page.goto(`http://localhost:${port}/login`);
    await page.getByLabel('Email or username').fill('grace');
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByText('Could not reach the Scarf server. Please try again later.')).toBeVisible();
    await expect(page.getByRole('banner')).toBeVisible();
    await expect(
      page.getByRole('link', { name: /try again/i }).or(page.getByRole('button', { name: /try again/i })),
    ).toBeVisible();
  } finally {
    await page.goto('about:blank');
    await end(child);
  }
});
