/**
 * Fixtures of all browser tests: signed-in people, the gateway as clients reach it, and a page
 * whose console must stay empty.
 */
import { request as send } from 'node:http';
import { gatewayPort } from '../support/ports';
import { test as base, expect, type Page } from '@playwright/test';

export const password = 'analytical-engine-1';

interface Product {
  /** Signs a person in on this page, without the form. */
  signInAs: (person: string) => Promise<void>;
  /**
   * Creates an account with this name and an address at example.com, and signs it in on this page.
   */
  registerAs: (name: string, dashboard?: string) => Promise<void>;
  /** Lets the signed-in platform admin act as an owner. */
  actAs: (owner: string) => Promise<void>;
  /** Confirms a custom domain of an owner as the platform admin, in a separate session. */
  confirmDomain: (owner: string, domain: string) => Promise<void>;
  /** A unique name. */
  fresh: (prefix: string) => string;
}

export function hasScripts(): boolean {
  return test.info().project.use.javaScriptEnabled !== false;
}

/** Scripts apply a choice among the tools of a report; without them, a button does. */
export async function applyTools(page: Page): Promise<void> {
  if (!hasScripts()) await page.getByRole('button', { name: 'Apply', exact: true }).click();
}

type Cookies = Awaited<ReturnType<ReturnType<Page['context']>['cookies']>>;

interface Expectations {
  /**
   * The test interrupts the connection, which browsers report as errors. Script errors still fail
   * the test.
   */
  isOffline: boolean;
}

export const test = base.extend<Product & Expectations & { quiet: void }, { sessions: Map<string, Cookies> }>({
  isOffline: [false, { option: true }],
  // The browser itself sometimes crashes at its start, before there is any page: it is started a second time.
  browser: [
    async ({ playwright, browserName, launchOptions }, use) => {
      let launch = () => playwright[browserName].launch(launchOptions);
      let browser = await launch().catch((error: unknown) => {
        if (!String(error).includes('SIGSEGV')) throw error;
        console.error('The browser crashed at its start');
        return launch();
      });
      await use(browser);
      await browser.close();
    },
    { scope: 'worker', timeout: 0 },
  ],
  sessions: [async ({}, use) => use(new Map()), { scope: 'worker' }],
  signInAs: async ({ page, sessions }, use) => {
    await use(async (person) => {
      let kept = sessions.get(person);
      if (kept) return page.context().addCookies(kept);
      await page.context().request.post('/login', { form: { email: person, password }, maxRedirects: 0 });
      let cookies = await page.context().cookies();
      sessions.set(
        person,
        cookies.filter((cookie) => cookie.name === '__session'),
      );
    });
  },
  registerAs: async ({ page }, use) => {
    await use(async (name, dashboard = '') => {
      let form = { username: name, email: `${name}@example.com`, password, confirm_password: password };
      let answer = await page.context().request.post(`${dashboard}/register`, { form, maxRedirects: 0 });
      expect(answer.status()).toBe(303);
    });
  },
  actAs: async ({ page }, use) => {
    await use(async (owner) => {
      await page.context().request.post('/acting', { form: { owner }, maxRedirects: 0 });
    });
  },
  confirmDomain: async ({ playwright, baseURL }, use) => {
    await use(async (owner, domain) => {
      let admin = await playwright.request.newContext({ baseURL });
      await admin.post('/login', { form: { email: 'root', password }, maxRedirects: 0 });
      let answer = await admin.post(`/admin/domains/${owner}/${domain}/confirmation`, {
        form: {},
        maxRedirects: 0,
      });
      expect(answer.status()).toBe(303);
      await admin.dispose();
    });
  },
  fresh: async ({}, use, info) => {
    let count = 0;
    await use((prefix) => `${prefix}-${info.testId.slice(-6)}${info.retry}${count++}`.toLowerCase());
  },
  // Script errors, refused styles and failed requests are reported in the console.
  quiet: [
    async ({ page, isOffline }, use) => {
      let complaints: string[] = [];
      page.on('pageerror', (error) => {
        // The framework drops a click before the previous response was read to its end.
        if (error.message.includes('BodyStreamBuffer was aborted')) return;
        // Code that cannot be fetched causes an error without a stack.
        if (error.stack || !isOffline) complaints.push(String(error.stack));
      });
      page.on('console', (message) => {
        let expected = /Failed to load resource: the server responded with a status of 4|status of 503/;
        if (message.type() === 'error' && !isOffline && !expected.test(message.text())) complaints.push(message.text());
      });
      await use();
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** A tab of a package's pages. */
export function packageTab(page: Page, name: string) {
  return page.getByRole('navigation', { name: 'Package', exact: true }).getByRole('link', { name, exact: true });
}

/** The number in the first card of a report. */
export function firstFigure(page: Page) {
  return page.getByRole('main').getByRole('definition').first();
}

/** Types the password if a form requires it. A form requires it only every ten minutes. */
export async function confirmWhereAsked(page: Page): Promise<void> {
  let asked = page.getByLabel('Your password');
  if ((await asked.count()) > 0) await asked.fill(password);
}

export interface GatewayAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** Requests a path from the gateway's port, with `host` as a client sends it. */
export function askGateway(
  host: string,
  path: string,
  headers: Record<string, string> = {},
  body?: string,
): Promise<GatewayAnswer> {
  return new Promise((resolve, reject) => {
    let method = body === undefined ? 'GET' : 'POST';
    let given = { host: '127.0.0.1', port: gatewayPort, path, method, headers: { host, ...headers } };
    let asked = send(given, (answer) => {
      let parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts).toString() }),
      );
    });
    asked.on('error', reject);
    asked.end(body);
  });
}
