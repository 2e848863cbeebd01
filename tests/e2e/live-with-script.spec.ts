/** The stream of the live page. */
import { minuteMs } from 'contract/floor/time';
import { askGateway, expect, test } from './product';

test('the live page says how many of many it shows, and asks for its data at most when a minute begins', async ({
  page,
  registerAs,
  fresh,
}) => {
  let owner = fresh('busy');
  await registerAs(owner);
  await page.goto(`/new-package/${owner}?type=file`);
  await page.locator('[name=name]').first().fill('tool');
  await page.locator('[name=incoming_path]').fill('/tool/{version}');
  await page.locator('[name=outgoing_url]').fill('https://files.example/tool-{version}.tgz');
  await page.getByRole('button', { name: 'Create package' }).click();
  await expect(page).toHaveURL(/\/created$/);
  let download = (version: number) => askGateway(`${owner}.gateway.localhost`, `/tool/1.0.${version}`);
  await download(0);
  let asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  let open = page.waitForResponse((response) => response.url().endsWith('/stream'));
  await page.goto(`/live/${owner}`);
  expect((await open).headers()['content-type']).toMatch(/^text\/event-stream/);
  await Promise.all(Array.from({ length: 300 }, (_, i) => download(i + 1)));
  await expect(page.getByText(/^301 events by minute/)).toBeVisible();
  await expect(page.getByText(/High traffic: showing 1 in \d+ events\./)).toBeVisible();
  expect(asked.filter((path) => path.endsWith('.data')).length).toBeLessThanOrEqual(1);
});

test('the live page asks for countries when its stream begins a minute', async ({ page, signInAs }) => {
  await signInAs('grace');
  let minute = new Date(Date.now() + minuteMs).toISOString();
  let message = { isFirst: false, newEvents: 0, lines: [], minutes: [1], minute };
  let body = `retry: 60000\ndata: ${JSON.stringify(message)}\n\n`;
  await page.route('**/stream', (route) => route.fulfill({ contentType: 'text/event-stream', body }));
  let again = page.waitForRequest((request) => new URL(request.url()).pathname === '/live/hopper-labs.data');
  await page.goto('/live/hopper-labs');
  await again;
});

test(
  'the live page ends with its session',
  { tag: '@slow' },
  async ({ page, registerAs, fresh, playwright, baseURL }) => {
    let owner = fresh('ends');
    await registerAs(owner);
    let open = page.waitForResponse((response) => response.url().endsWith('/stream'));
    await page.goto(`/live/${owner}`);
    await open;
    let other = await playwright.request.newContext({ baseURL, storageState: await page.context().storageState() });
    await other.post('/logout', { form: {}, maxRedirects: 0 });
    await other.dispose();
    await expect(page).toHaveURL(/\/login/, { timeout: 40_000 });
  },
);
