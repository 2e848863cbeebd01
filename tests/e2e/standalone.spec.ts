import { type DashboardAlone, serveAlone } from '../support/standalone-dashboard';
import { dashboardPort } from '../support/ports';
import { expect, password, test } from './product';

// The dashboard alone, under plain remix-serve, with its gateway at another address.
const firstPort = dashboardPort + 100;

function portFor(index: number, offset: number): number {
  return firstPort + index * 2 + offset;
}

async function signIn(page: import('@playwright/test').Page, { url }: DashboardAlone): Promise<void> {
  await page.goto(`${url}/login`);
  await page.getByLabel('Email or username').fill('grace');
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

test('people sign in through a gateway over HTTP, and pages have their security headers', async ({ page }, info) => {
  let alone = await serveAlone(portFor(info.workerIndex, 0));
  try {
    await signIn(page, alone);
    await expect(page.getByText('Total Downloads', { exact: true })).toBeVisible();
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
  async ({ page }, info) => {
    let alone = await serveAlone(portFor(info.workerIndex, 1), { GATEWAY_URL: 'http://127.0.0.1:9' });
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
