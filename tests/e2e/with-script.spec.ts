import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { loadAxe, colorRules, setColorScheme, violations } from '../support/axe';
import { mainAndAllPages, type Pages } from '../support/pages';
import { expect, test } from './product';

const kilobyte = 1_000;
/** Of pages with forms, and of those with numbers only. */
const scriptMax = 126 * kilobyte;
const reportScriptMax = 112 * kilobyte;
/** The page, its styles, its icon and the routes of its links are requested as well. */
const filesMax = 8;
const signedInParts = mainAndAllPages.flatMap(({ person, ...part }) => (person ? [{ ...part, person }] : []));
/** Signed-in pages without scripts. */
const scriptless = new Set(['api-tried', 'api-not-tried']);

/**
 * The accessibility violations of each page: by all rules in light mode, and by the rules about
 * colors in dark mode.
 */
async function violationsOf(page: Page, pages: Pages): Promise<Record<string, string[]>> {
  let found: Record<string, string[]> = {};
  for (let [name, path] of pages) {
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    await page.goto(path);
    let list = await violations(page);
    await setColorScheme(page, 'dark');
    list.push(...(await violations(page, colorRules)).map((fault) => `in dark: ${fault}`));
    if (list.length) found[name] = list;
  }
  return found;
}

for (let { whose, person, pages, tag } of mainAndAllPages)
  test(
    `no page has an accessibility violation, in light or in dark: ${whose}`,
    { tag },
    async ({ page, signInAs, actAs }) => {
      test.setTimeout(240_000);
      await loadAxe(page);
      if (person) await signInAs(person);
      let found = await violationsOf(page, pages);
      if (person === 'root') {
        await actAs('hopper-labs');
        Object.assign(found, await violationsOf(page, [['acting', '/home/hopper-labs']]));
      }
      expect(found).toEqual({});
    },
  );

interface Load {
  total: number;
  script: number;
  font: number;
  requests: number;
}

async function load(page: Page, path: string): Promise<Load> {
  let client = await page.context().newCDPSession(page);
  await client.send('Network.enable');
  await client.send('Network.setCacheDisabled', { cacheDisabled: true });
  let kinds = new Map<string, string>();
  // While responses are slow, the framework may request one list of routes twice. It counts once.
  let addresses = new Set<string>();
  let sum: Load = { total: 0, script: 0, font: 0, requests: 0 };
  client.on('Network.responseReceived', (event) => {
    if (event.response.url.startsWith('data:')) return;
    kinds.set(event.requestId, event.type);
    addresses.add(event.response.url);
  });
  client.on('Network.loadingFinished', (event) => {
    if (!kinds.has(event.requestId)) return;
    sum.requests = addresses.size;
    if (kinds.get(event.requestId) === 'Font') return void (sum.font += event.encodedDataLength);
    sum.total += event.encodedDataLength;
    if (kinds.get(event.requestId) === 'Script') sum.script += event.encodedDataLength;
  });
  await page.goto(path, { waitUntil: 'networkidle' });
  return sum;
}

test('guest pages are below 40 KB, the font below 30, and load no script file', async ({ page }) => {
  for (let [path, inline] of [
    ['/login', 1],
    ['/register', 0],
    ['/reset-password', 0],
  ] as const) {
    let sum = await load(page, path);
    expect(sum.script).toBe(0);
    expect(sum.total).toBeLessThanOrEqual(40 * kilobyte);
    expect(sum.font).toBeGreaterThan(10 * kilobyte);
    expect(sum.font).toBeLessThanOrEqual(30 * kilobyte);
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

test('signed-in pages are below their budgets of script, of all files and of requests', async ({ page, signInAs }) => {
  await signInAs('grace');
  for (let [path, scripts, all] of [
    ['/home/hopper-labs', reportScriptMax, 150],
    ['/analytics/hopper-labs?range=last-90-days', reportScriptMax, 170],
    ['/packages/hopper-labs/overview', reportScriptMax, 150],
    ['/packages/hopper-labs/file/flowmatic', reportScriptMax, 150],
    ['/insights/hopper-labs?range=last-90-days', reportScriptMax, 150],
    ['/live/hopper-labs', reportScriptMax, 150],
    ['/new-package/hopper-labs', scriptMax, 160],
    ['/account', scriptMax, 160],
    ['/organizations/hopper-labs/billing', scriptMax, 160],
  ] as const) {
    let sum = await load(page, path);
    expect(sum.script, path).toBeGreaterThan(50 * kilobyte);
    expect(sum.total, path).toBeLessThanOrEqual(all * kilobyte);
    expect(sum.script, path).toBeLessThanOrEqual(scripts);
    expect(sum.requests, path).toBeLessThanOrEqual(11);
  }
});

/** The script files that a page names for its first load, with their compressed size. */
async function namedScripts(page: Page, path: string): Promise<{ files: number; bytes: number }> {
  let html = await (await page.request.get(path)).text();
  let links = html.matchAll(/<link rel="modulepreload"[^>]*? href="([^"]+)"/g);
  let names = [...new Set([...links].map(([, href = '']) => href))];
  let sizes = names.map((name) => {
    let plain = `build/client${name}`;
    return statSync(existsSync(`${plain}.br`) ? `${plain}.br` : plain).size;
  });
  return { files: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
}

for (let { whose, person, pages, tag } of signedInParts)
  test(
    `no page names more than 126 KB of script for its first load, or more than eight files: ${whose}`,
    { tag },
    async ({ page, signInAs }) => {
      let wrong: Record<string, { files: number; bytes: number }> = {};
      await signInAs(person);
      for (let [name, path] of pages) {
        let named = await namedScripts(page, path);
        if (scriptless.has(name)) expect(named.files, name).toBe(0);
        let isRight =
          scriptless.has(name) ||
          (named.files >= 3 && named.files <= filesMax && named.bytes > 50 * kilobyte && named.bytes <= scriptMax);
        if (!isRight) wrong[name] = named;
      }
      expect(wrong).toEqual({});
    },
  );

test('the schema checks are not in the scripts of pages', () => {
  let files = readdirSync('build/client/assets').filter((file) => file.endsWith('.js'));
  expect(files.length).toBeGreaterThan(50);
  let strays = files.filter((file) => readFileSync(`build/client/assets/${file}`, 'utf8').includes('ZodError'));
  expect(strays).toEqual([]);
});

for (let { whose, pages, tag } of mainAndAllPages)
  test(
    `every page has a policy against scripts and frames of other origins: ${whose}`,
    { tag },
    async ({ page, signInAs }) => {
      await signInAs('root');
      for (let [name, path] of pages) {
        let answer = await page.request.get(path);
        let policy = answer.headers()['content-security-policy'] ?? '';
        // Pages of share links run none at all.
        let scripts =
          name === 'share-unknown' ? /^default-src 'none'(?!.*script-src)/ : /script-src 'self' '(nonce|sha256)-[^']+'/;
        expect(policy, path).toMatch(scripts);
        expect(policy, path).toContain("frame-ancestors 'none'");
        expect(answer.headers()['x-content-type-options'], path).toBe('nosniff');
      }
    },
  );

test('a page that is sent again runs its scripts, under a policy of their hashes', async ({ page, signInAs }) => {
  await signInAs('grace');
  for (let address of ['/packages/hopper-labs/management', '/new-package/hopper-labs']) {
    await expect(async () => {
      let answer = await page.goto(address);
      let policy = answer!.headers()['content-security-policy'];
      expect(policy).toMatch(/script-src 'self' 'sha256-[^']+' 'sha256-/);
      expect(policy).not.toContain('nonce');
    }).toPass();
    await page.waitForFunction(() => '__remixRouter' in window);
  }
});
