/** Starting and stopping the product: from any folder, with a port in use, through npm. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test as base } from '@playwright/test';
import { workerPort } from '../support/ports';

interface Started {
  child: ChildProcess;
  dashboard: string;
  /** The output so far. */
  said: () => string;
}

const root = path.resolve('.');
const port = workerPort('start');

const test = base.extend<{
  folder: string;
  run: (command: string, args: string[], options?: { cwd?: string; env?: Record<string, string> }) => Started;
}>({
  folder: async ({}, use) => {
    let folder = mkdtempSync(path.join(tmpdir(), 'start-'));
    await use(folder);
    rmSync(folder, { recursive: true, force: true });
  },
  run: async ({ folder }, use) => {
    let children: ChildProcess[] = [];
    await use((command, args, { cwd = root, env = {} } = {}) => {
      let said = '';
      let settings = { PORT: String(port), GATEWAY_PORT: String(port + 1), DATA_DIR: path.join(folder, 'data') };
      let child = spawn(command, args, {
        cwd,
        detached: true,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { ...process.env, NODE_ENV: 'production', LOG_LEVEL: 'info', ...settings, ...env },
      });
      for (let stream of [child.stdout, child.stderr]) stream?.on('data', (part: Buffer) => (said += part.toString()));
      children.push(child);
      return { child, dashboard: `http://127.0.0.1:${port}`, said: () => said };
    });
    for (let { pid, exitCode } of children)
      if (pid && exitCode === null)
        try {
          process.kill(-pid, 'SIGKILL');
        } catch {
          // The process has ended already.
        }
  },
});

async function isUp({ dashboard }: Started): Promise<boolean> {
  return fetch(`${dashboard}/healthz`).then(
    (answer) => answer.ok,
    () => false,
  );
}

test('npm start forwards SIGTERM: the server stops, then npm ends', { tag: '@slow' }, async ({ run }) => {
  let started = run('npm', ['start']);
  await expect.poll(() => isUp(started), { timeout: 30_000 }).toBe(true);
  let ended = once(started.child, 'exit');
  started.child.kill('SIGTERM');
  await ended;
  expect(started.said()).toContain('stopping');
  expect(await isUp(started)).toBe(false);
});

test(
  'the server starts from any folder and serves its own files',
  { tag: '@slow' },
  async ({ run, folder, request }) => {
    let started = run(process.execPath, [path.join(root, 'build/server.js')], { cwd: folder });
    await expect.poll(() => isUp(started), { timeout: 30_000 }).toBe(true);
    let page = await (await request.get(`${started.dashboard}/login`)).text();
    let style = /href="(\/assets\/[^"]+\.css)"/.exec(page)?.[1];
    expect(style).toBeDefined();
    expect((await request.get(`${started.dashboard}${style}`)).status()).toBe(200);
  },
);

test('a taken port is reported before sample data is written', { tag: '@slow' }, async ({ run, folder }) => {
  let first = run(process.execPath, [path.join(root, 'build/server.js')]);
  await expect.poll(() => isUp(first), { timeout: 30_000 }).toBe(true);
  let env = { DATA_DIR: path.join(folder, 'demo') };
  let second = run(process.execPath, [path.join(root, 'build/demo.js')], { env });
  let [code] = (await once(second.child, 'exit')) as [number];
  expect(code).toBe(1);
  expect(second.said()).toContain(`Port ${port} on 127.0.0.1 is already in use. Stop the other program, or set PORT.`);
  expect(existsSync(path.join(folder, 'demo'))).toBe(false);
});

test('the demo prints that it writes sample data before it writes it', { tag: '@slow' }, async ({ run }) => {
  let demo = run(process.execPath, [path.join(root, 'build/demo.js')], { env: { DEMO_EVENTS: '200' } });
  await expect.poll(() => demo.said(), { timeout: 30_000 }).toMatch(/Writing sample data: 200 events[^]*Dashboard/);
});

test(
  'a first start prints a link that creates the first platform admin, once',
  { tag: '@slow' },
  async ({ run, page }) => {
    let started = run(process.execPath, [path.join(root, 'build/server.js')]);
    await expect.poll(() => started.said(), { timeout: 30_000 }).toMatch(/\/first-administrator\/[\w.-]+/);
    let at = /\/first-administrator\/[\w.-]+/.exec(started.said())?.[0] ?? '';
    // This is the default of PUBLIC_URL.
    let dashboard = `http://localhost:${port}`;
    await page.goto(`${dashboard}${at}`);
    await page.getByLabel('Username').fill('operator');
    await page.getByLabel('Email').fill('operator@example.com');
    await page.getByLabel('Password', { exact: true }).fill('analytical-engine-4');
    await page.getByRole('button', { name: 'Create administrator' }).click();
    await expect(page).toHaveURL(`${dashboard}/home/operator`);
    await page.goto(`${dashboard}/admin`);
    await expect(page.getByRole('heading', { name: 'Accounts', level: 1 })).toBeVisible();

    await page.context().clearCookies();
    await page.goto(`${dashboard}${at}`);
    await expect(page.getByText('This link is invalid or was already used.')).toBeVisible();
  },
);

test('landfall admin create prints a link to set a password', { tag: '@slow' }, async ({ run, page }) => {
  let started = run(process.execPath, [path.join(root, 'build/server.js')]);
  await expect.poll(() => isUp(started), { timeout: 30_000 }).toBe(true);
  let command = run('npm', ['run', '--silent', 'admin', '--', 'create', 'operator', 'operator@example.com']);
  await once(command.child, 'exit');
  let link = /http:\S+/.exec(command.said())?.[0] ?? '';
  await page.goto(link);
  await page.getByLabel('New password').fill('analytical-engine-4');
  await page.getByLabel('Confirm password').fill('analytical-engine-4');
  await page.getByRole('button', { name: 'Reset password' }).click();
  await page.getByLabel('Email or username').fill('operator');
  await page.getByLabel('Password').fill('analytical-engine-4');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(`http://localhost:${port}/home/operator`);
  await page.goto(`http://localhost:${port}/admin`);
  await expect(page.getByRole('heading', { name: 'Accounts', level: 1 })).toBeVisible();
});
