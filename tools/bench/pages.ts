/**
 * The dashboard's pages: time to first byte, pages per second, and what a browser loads for one.
 */
import { chromium } from '@playwright/test';
import { demoPassword } from 'gateway/demo/people';
import { browserArgs, findBrowser } from 'tests/support/browser';

/** Signs in through the form and gives the cookie header of the session. */
export async function signIn(dashboard: string, username: string): Promise<string> {
  let answer = await fetch(`${dashboard}/login`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: dashboard },
    body: new URLSearchParams({ email: username, password: demoPassword }),
  });
  let cookies = answer.headers.getSetCookie().map((cookie) => cookie.slice(0, cookie.indexOf(';')));
  if (answer.status >= 400 || cookies.length === 0) throw new Error(`Signing in was answered with ${answer.status}`);
  return cookies.join('; ');
}

export interface LoadMs {
  /** Until the head and the first bytes are there. */
  first: number;
  last: number;
}

/** Pages are rendered in another way for programs. */
const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** Milliseconds that a page takes, which must be a 200. */
export async function loadMs(address: string, cookie = ''): Promise<LoadMs> {
  let headers = { cookie, 'accept-encoding': 'br', 'user-agent': userAgent };
  let started = performance.now();
  let answer = await fetch(address, { redirect: 'manual', headers });
  let reader = answer.body!.getReader();
  await reader.read();
  let first = performance.now() - started;
  while (!(await reader.read()).done);
  if (answer.status !== 200) throw new Error(`${address} was answered with ${answer.status}`);
  return { first, last: performance.now() - started };
}

export interface PageWeight {
  requests: number;
  /** As sent over the wire, heads included. */
  kilobytes: number;
  scriptKilobytes: number;
}

/** Loads pages with an empty cache in Chromium, until the network is idle. */
export async function weigh(pages: { address: string; cookie?: string }[]): Promise<PageWeight[]> {
  let browser = await chromium.launch({ executablePath: await findBrowser(), args: browserArgs });
  try {
    let weights: PageWeight[] = [];
    for (let { address, cookie } of pages) {
      let context = await browser.newContext({ extraHTTPHeaders: cookie ? { cookie } : {} });
      let page = await context.newPage();
      let session = await context.newCDPSession(page);
      await session.send('Network.enable');
      let scripts = new Set<string>();
      let weight: PageWeight = { requests: 0, kilobytes: 0, scriptKilobytes: 0 };
      session.on('Network.requestWillBeSent', ({ requestId, type, request }) => {
        if (request.url.startsWith('data:')) return;
        weight.requests += 1;
        if (type === 'Script') scripts.add(requestId);
      });
      session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
        weight.kilobytes += encodedDataLength / 1_000;
        if (scripts.has(requestId)) weight.scriptKilobytes += encodedDataLength / 1_000;
      });
      await page.goto(address, { waitUntil: 'networkidle' });
      weights.push(weight);
      await context.close();
    }
    return weights;
  } finally {
    await browser.close();
  }
}
