import type { Page } from '@playwright/test';
import { expect } from './product';
import { test } from './flagged';

type Said = [what: string, whom?: Record<string, string>][];

/** Records every call of the widget on the page, including those made before the script arrived. */
const script = `
window.saidToChat = [...(window.Intercom?.q ?? [])];
window.Intercom = (...said) => window.saidToChat.push(said);
fetch(new URL('/ping', document.currentScript.src));
`;

/** Answers in place of the vendor; gives the requested paths, in order. */
async function replaceVendor(page: Page): Promise<string[]> {
  let asked: string[] = [];
  await page.route('https://widget.intercom.io/**', (route) => {
    let { pathname } = new URL(route.request().url());
    asked.push(pathname);
    return route.fulfill({
      contentType: 'text/javascript; charset=utf-8',
      headers: { 'access-control-allow-origin': '*' },
      body: pathname.startsWith('/widget/') ? script : '',
    });
  });
  return asked;
}

function chatCalls(): Said {
  return (window as unknown as { saidToChat?: Said }).saidToChat ?? [];
}

// @spec 4: Logout resets the chat identity (in the page; cookies and storage are the logout
//   route's)
test(
  'the chat receives the signed-in person, and forgets them at sign-out',
  { tag: '@slow' },
  async ({ page, serve, signInAs }) => {
    let asked = await replaceVendor(page);
    let { url } = await serve({
      FEATURE_FLAGS: 'showIntercom',
      INTERCOM_APP_ID: 'chat1',
    });
    await page.goto(`${url}/login`);
    expect(asked).toEqual([]);

    await signInAs('linus');
    let answer = await page.goto(`${url}/pixels/linus`);
    expect(answer?.headers()['content-security-policy']).toContain(`script-src 'self' 'nonce-`);
    expect(answer?.headers()['content-security-policy']).toContain('https://widget.intercom.io');
    await expect.poll(() => page.evaluate(chatCalls)).toHaveLength(1);
    let [what, whom] = (await page.evaluate(chatCalls))[0] ?? [];
    expect([what, whom?.app_id, whom?.name]).toEqual(['boot', 'chat1', 'linus']);
    expect(whom?.user_hash).toMatch(/^[0-9a-f]{64}$/);
    await expect.poll(() => asked).toEqual(['/widget/chat1', '/ping']);

    await page.getByRole('link', { name: 'Organizations' }).first().click();
    await expect(page.getByRole('heading', { name: 'Organizations', level: 1 })).toBeVisible();
    expect(await page.evaluate(chatCalls)).toHaveLength(1);
    await page.goto(`${url}/logout`);
    await expect.poll(() => page.evaluate(chatCalls)).toHaveLength(1);
    await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click();
    await expect(page).toHaveURL(`${url}/login`);
    await expect.poll(() => page.evaluate(chatCalls)).toEqual([['boot', expect.anything()], ['shutdown']]);
  },
);

// @spec 6: showIntercom: nothing of the vendor is allowed or requested without it
test('without its flag the page sends no request to the vendor', { tag: '@slow' }, async ({ page, signInAs }) => {
  let elsewhere: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).hostname !== 'localhost') elsewhere.push(request.url());
  });
  await signInAs('linus');
  let answer = await page.goto('/pixels/linus', { waitUntil: 'networkidle' });
  expect(answer?.headers()['content-security-policy']).not.toMatch(/https?:|wss:|frame-src/);
  expect(elsewhere).toEqual([]);
});
