import { readFileSync } from 'node:fs';
import { adminPages, guestPages, signedInPages } from '../support/pages';
import { expect, test } from './product';

const axe = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');
const kilobyte = 1_000;

async function violations(page: import('@playwright/test').Page): Promise<string[]> {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    let result = await (window as unknown as { axe: typeof import('axe-core') }).axe.run();
    return result.violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target.join(' ')).join(' | ')}`);
  });
}

for (let colorScheme of ['light', 'dark'] as const)
  test(`no page has an accessibility violation in ${colorScheme}`, async ({ page, signInAs, actAs }) => {
    test.setTimeout(120_000);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    let found: Record<string, string[]> = {};
    let visit = async ([name, path]: readonly [string, string]) => {
      await page.goto(path);
      let list = await violations(page);
      if (list.length) found[name] = list;
    };
    for (let entry of guestPages) await visit(entry);
    await signInAs('grace');
    for (let entry of signedInPages) await visit(entry);
    await page.context().clearCookies();
    await signInAs('root');
    for (let entry of adminPages) await visit(entry);
    await actAs('hopper-labs');
    await visit(['acting', '/home/hopper-labs']);
    expect(found).toEqual({});
  });

interface Load {
  total: number;
  script: number;
  requests: number;
}

async function load(page: import('@playwright/test').Page, path: string): Promise<Load> {
  let client = await page.context().newCDPSession(page);
  await client.send('Network.enable');
  await client.send('Network.setCacheDisabled', { cacheDisabled: true });
  let kinds = new Map<string, string>();
  let sum: Load = { total: 0, script: 0, requests: 0 };
  client.on('Network.responseReceived', (event) => {
    if (!event.response.url.startsWith('data:')) kinds.set(event.requestId, event.type);
  });
  client.on('Network.loadingFinished', (event) => {
    if (!kinds.has(event.requestId)) return;
    sum.requests += 1;
    sum.total += event.encodedDataLength;
    if (kinds.get(event.requestId) === 'Script') sum.script += event.encodedDataLength;
  });
  await page.goto(path, { waitUntil: 'networkidle' });
  return sum;
}

test('guest pages stay below 40 KB and load no script; the sign-in page has one line of its own', async ({ page }) => {
  for (let [path, inline] of [
    ['/login', 1],
    ['/register', 0],
  ] as const) {
    let sum = await load(page, path);
    expect(sum.script).toBe(0);
    expect(sum.total).toBeLessThanOrEqual(40 * kilobyte);
    let scripts = await page
      .locator('script')
      .evaluateAll((all) => all.map((one) => [one.getAttribute('src'), one.textContent]));
    expect(scripts, path).toHaveLength(inline);
    for (let [source, text] of scripts) {
      expect(source).toBeNull();
      expect(Buffer.byteLength(text ?? '')).toBeLessThan(600);
    }
  }
});

test('signed-in pages stay below 150 KB, 110 KB of script and 10 requests', async ({ page, signInAs }) => {
  await signInAs('grace');
  for (let path of [
    '/home/hopper-labs',
    '/analytics/hopper-labs?range=last-90-days',
    '/packages/hopper-labs/overview',
  ]) {
    let sum = await load(page, path);
    expect(sum.total, path).toBeLessThanOrEqual(150 * kilobyte);
    expect(sum.script, path).toBeLessThanOrEqual(110 * kilobyte);
    expect(sum.requests, path).toBeLessThanOrEqual(10);
  }
});

test('every page forbids foreign scripts and frames', async ({ page, signInAs }) => {
  await signInAs('root');
  for (let [, path] of [...guestPages, ...signedInPages, ...adminPages]) {
    let answer = await page.request.get(path);
    let policy = answer.headers()['content-security-policy'] ?? '';
    expect(policy, path).toMatch(/script-src 'self' 'nonce-[^']+'/);
    expect(policy, path).toContain("frame-ancestors 'none'");
    expect(answer.headers()['x-content-type-options'], path).toBe('nosniff');
  }
});
