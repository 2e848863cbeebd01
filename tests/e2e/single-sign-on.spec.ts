/** Signing in with an OpenID Connect provider, in a browser that goes there and comes back. */
import { type DemoProcess, startDemo } from '../support/demo-process';
import { workerPort } from '../support/ports';
import { client, type SignOnProviderServer, startSignOnProvider } from '../support/sign-on-provider';
import { test as base, expect } from './product';

interface Installation extends DemoProcess {
  provider: SignOnProviderServer;
}

const firstPort = workerPort('signOn');

/** One installation per worker, with or instead of passwords. */
function installation(port: number, settings: Record<string, string>) {
  return async (use: (it: Installation) => Promise<void>): Promise<void> => {
    let provider = await startSignOnProvider(`http://localhost:${port}`);
    let demo = await startDemo(port, {
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: client.clientId,
      OIDC_CLIENT_SECRET: client.clientSecret,
      OIDC_NAME: 'Corp',
      ...settings,
    });
    await use({ ...demo, provider });
    await demo.close();
    await provider.close();
  };
}

const test = base.extend<object, { beside: Installation; only: Installation }>({
  beside: [async ({}, use) => installation(firstPort, {})(use), { scope: 'worker' }],
  only: [async ({}, use) => installation(firstPort + 4, { OIDC_ONLY: 'true' })(use), { scope: 'worker' }],
});

// One worker runs them, and starts their dashboard once.
test.describe.configure({ mode: 'default' });

test(
  'a new person comes in through single sign-on, returns to the page, and confirms a step there',
  { tag: '@slow' },
  async ({ page, beside: { url, provider }, fresh, javaScriptEnabled }) => {
    let name = fresh('grete');
    provider.people[name] = { email: `${name}@corp.example`, email_verified: true, preferred_username: name };
    provider.next = name;
    await page.goto(`${url}/login?backTo=${encodeURIComponent(`/pixels/${name}`)}`);
    await page.getByRole('link', { name: 'Continue with Corp' }).click();
    await expect(page).toHaveURL(`${url}/pixels/${name}`);

    await page.goto(`${url}/account/delete`);
    await page.getByRole('link', { name: 'Confirm with Corp' }).click();
    await page.getByRole('button', { name: 'Confirm with Corp' }).click();
    if (javaScriptEnabled === false) await page.getByRole('link', { name: 'Continue to Corp' }).click();
    await expect(page).toHaveURL(`${url}/account/delete`);
    await page.getByLabel(/Type/).fill(name);
    await page.getByRole('button', { name: 'Delete account' }).click();
    await expect(page).toHaveURL(`${url}/login`);
  },
);

test(
  'a sign-in that is cancelled, or whose address is taken, leads back with the reason',
  { tag: '@slow' },
  async ({ page, beside: { url, provider } }) => {
    provider.next = null;
    await page.goto(`${url}/login`);
    await page.getByRole('link', { name: 'Continue with Corp' }).click();
    await expect(page.getByText('Single sign-on failed. Try again.')).toBeVisible();
    provider.people.stranger = { email: 'ada@example.com', email_verified: false };
    provider.next = 'stranger';
    await page.getByRole('link', { name: 'Continue with Corp' }).click();
    await expect(page.getByText(/An account with your email exists/)).toBeVisible();
    await page.goto(`${url}/single-sign-on-callback?code=stolen&state=of-somebody`);
    await expect(page.getByText('Single sign-on failed. Try again.')).toBeVisible();
  },
);

test(
  'as the only way in it is the only thing on the page, and others are refused',
  { tag: '@slow' },
  async ({ page, only: { url } }) => {
    await page.goto(`${url}/login`);
    await expect(page.getByRole('link', { name: 'Continue with Corp' })).toBeVisible();
    await expect(page.getByLabel('Password')).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Sign up' })).toHaveCount(0);
    await page.goto(`${url}/register`);
    await expect(page.getByText('Sign in with single sign-on.')).toBeVisible();
    let form = { email: 'ada', password: 'analytical-engine-1' };
    let posted = await page.context().request.post(`${url}/login`, { form, headers: { origin: url }, maxRedirects: 0 });
    expect(posted.status()).toBe(403);
  },
);
