/** The first hour of an empty installation: from the link in the log to the first chart. */
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { dayMs, dayOf } from 'contract/floor/time';
import { expect, password, test as base } from './product';
import { workerPort } from '../support/ports';

interface Empty {
  /** The link in the log. */
  link: string;
  url: string;
}

/** An installation with the settings of the README, whose domain has no DNS record yet. */
const test = base.extend<{ empty: Empty }>({
  empty: async ({ page }, use) => {
    let port = workerPort('firstHour');
    let folder = mkdtempSync(path.join(tmpdir(), 'first-hour-'));
    let days = [1, 2, 3].map((ago) => ({ date: dayOf(Date.now() - ago * dayMs), downloads: 70 + ago }));
    let counter = createServer((_, answer) =>
      answer.end(JSON.stringify({ version_downloads: days, meta: { extra_downloads: [] } })),
    ).listen(port + 2, '127.0.0.1');
    let url = `http://127.0.0.1:${port}`;
    let { FEATURE_FLAGS: _, ...inherited } = process.env;
    let child = spawn(process.execPath, ['build/server.js'], {
      stdio: ['ignore', 'pipe', 'ignore'],
      env: {
        ...inherited,
        NODE_ENV: 'production',
        LOG_LEVEL: 'info',
        PORT: String(port),
        GATEWAY_PORT: String(port + 1),
        DATA_DIR: folder,
        PUBLIC_URL: url,
        GATEWAY_DOMAIN: 'downloads.invalid',
        REGISTRY_COUNTS: `cargo=http://127.0.0.1:${port + 2}`,
        PRIVATE_TARGETS: '127.0.0.1',
      },
    });
    let said = '';
    child.stdout.on('data', (part: Buffer) => (said += part.toString()));
    let linkInLog = () => /"link":"([^"]+)"/.exec(said)?.[1] ?? '';
    await expect.poll(linkInLog, { timeout: 30_000 }).not.toBe('');
    await expect
      .poll(
        () =>
          fetch(`${url}/healthz`).then(
            (answer) => answer.ok,
            () => false,
          ),
        { timeout: 30_000 },
      )
      .toBe(true);
    await use({ link: linkInLog(), url });
    await page.goto('about:blank');
    let ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await ended;
    counter.close();
    rmSync(folder, { recursive: true, force: true });
  },
});

test('the first chart takes four clicks and four fields, and every feature is on', async ({ page, empty }) => {
  let [clicks, fields] = [0, 0];
  let fill = async (label: string, text: string) => {
    await page.getByLabel(label, { exact: true }).fill(text);
    fields += 1;
  };
  let click = async (role: 'button' | 'link', name: string) => {
    await page.getByRole('main').getByRole(role, { name, exact: true }).click();
    clicks += 1;
  };
  await page.goto(empty.link);
  await fill('Username', 'first');
  await fill('Email', 'first@example.com');
  await fill('Password', password);
  await click('button', 'Create administrator');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome to Landfall');
  await expect(page.getByText(/^\d of 6 done$/)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Open the checklist' })).toHaveAttribute('href', '/admin');
  await expect(page.getByText('Works with crates.io.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Import past data' })).toHaveAttribute('href', '/account/imports');
  await expect(page.getByRole('link', { name: 'Companies', exact: true }).first()).toBeVisible();
  await click('link', 'Cargo');
  await expect(page.getByLabel('Show crates.io’s own count')).toBeChecked();
  await fill('Package name', 'engine');
  await click('button', 'Create package');
  await expect(page.getByText('first.cargo.downloads.invalid: no DNS record.')).toBeVisible();
  await click('link', 'View analytics');
  let chart = page.getByRole('region', { name: 'Downloads over time' }).first();
  await expect(chart).toBeVisible();
  let text = `First chart: ${clicks} clicks, ${fields} fields`;
  console.log(text);
  expect([clicks, fields], text).toEqual([4, 4]);
  await expect(async () => {
    await page.reload();
    await expect(chart).toContainText('crates.io’s own count', { timeout: 1_000 });
  }).toPass();

  await page.goto(`${empty.url}/leads/first/restricted-answers`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Restricted answers are turned off');
  await expect(page.getByText('FEATURE_FLAGS=recommended,showRestrictedLeadGenerationAnswers')).toBeVisible();
  await page.goto(`${empty.url}/new-organization/create`);
  await page.locator('[name=name]').fill('labs');
  await page.getByRole('main').getByRole('button', { name: 'Create organization' }).click();
  await expect(page).toHaveURL(/\/home\/labs$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome to Landfall');
});
