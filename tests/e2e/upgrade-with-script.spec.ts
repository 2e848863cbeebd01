/**
 * An upgrade as docs/install.md describes it: the new version lies in a folder of its own, its
 * files have other names, and the old folder is deleted. Under a page that is open in a browser,
 * under load, and with a server that is killed meanwhile.
 */
import { cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { processesOf } from '../../tools/bench/product';
import { ask, type Said } from '../../tools/tests/trouble-product';
import {
  createInstallation,
  makeVersion,
  renameScripts,
  scripts,
  switchTo,
  type Installation,
} from '../support/installation';
import { workerPort } from '../support/ports';
import { expect, password, test as base } from './product';

const port = workerPort('upgrade');
const redirect = 307;

const test = base.extend<{ installation: Installation }>({
  installation: async ({}, use) => {
    let installation = await createInstallation(port);
    await use(installation);
    await installation.remove();
  },
});

test(
  'a page that is open at an upgrade goes on: its parts open, and what was typed is sent',
  { tag: '@slow' },
  async ({ page, installation: { versions, data, product }, fresh }) => {
    let at = (address: string) => product.dashboard + address;
    let [first, second] = ['1', '2'].map((name) => path.join(versions, name)) as [string, string];
    await page.goto(at('/login'));
    await page.getByLabel('Email or username').fill('grace');
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page).toHaveURL(/\/home/);
    await page.goto(at('/new-organization/create'));
    await page.waitForLoadState('networkidle');
    let name = fresh('open');
    await page.getByLabel('Organization name').fill(name);
    let old = scripts(first).find((file) => file.startsWith('search-dialog-'))!;
    let kept = path.join(data, 'pages/current/assets');
    await expect.poll(() => scripts(first).filter((file) => !readdirSync(kept).includes(file))).toEqual([]);

    makeVersion(second);
    renameScripts(second);
    switchTo(versions, '2');
    product.process.kill('SIGUSR2');
    let entry = scripts(second).find((file) => file.startsWith('entry.client-'))!;
    expect(scripts(first)).not.toContain(entry);
    let newPage = async () => (await page.request.get(at('/new-organization/create'))).text();
    await expect.poll(newPage, { timeout: 60_000 }).toContain(entry);
    rmSync(first, { recursive: true });

    let script = await page.request.get(at(`/assets/${old}`));
    expect([script.status(), script.headers()['cache-control']]).toEqual([200, expect.stringContaining('immutable')]);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: /^Search in/ }).fill('flow');
    await expect(page.getByRole('dialog', { name: 'Search', exact: true }).getByRole('status')).toHaveText(/result/);
    await page.keyboard.press('Escape');
    await page.getByText('Tools').filter({ visible: true }).hover();
    await page.keyboard.press('Control+i');
    await expect(page.getByRole('dialog', { name: 'App Configuration' })).toBeVisible();
    await page.keyboard.press('Escape');

    await expect(page.getByLabel('Organization name')).toHaveValue(name);
    await page.getByLabel('Billing email').fill('billing@example.com');
    await page.getByRole('main').getByRole('button').last().click();
    await expect(page).toHaveURL(at(`/home/${name}`));
    await page.getByRole('banner').getByRole('link', { name: 'Organizations' }).first().click();
    await expect(page).toHaveURL(at('/organizations'));
    await expect(page.getByRole('heading', { level: 1, name: 'Organizations' })).toBeVisible();
  },
);

/** What is wrong with the answer to a download. */
async function downloadFault(version: string): Promise<string[]> {
  let { status } = await ask(port + 1, `/engine/${version}/engine-linux.zip`, { host: 'ada.gateway.localhost' });
  return status === redirect ? [] : [`download ${version}: ${status}`];
}

/** Loads a page with scripts, as a person who is signed in. */
async function createReader(): Promise<() => Promise<Said>> {
  let origin = `http://localhost:${port}`;
  let body = new URLSearchParams({ email: 'grace', password });
  let { headers } = await fetch(`${origin}/login`, { method: 'POST', headers: { origin }, body, redirect: 'manual' });
  let cookies = headers.getSetCookie().map((line) => line.split(';', 1)[0]);
  return () => ask(port, '/new-organization/create', { host: `localhost:${port}`, cookie: cookies.join('; ') });
}

/** What is wrong with a page and everything that it loads by itself. */
async function pageFaults(read: () => Promise<Said>): Promise<string[]> {
  let { status, text } = await read();
  let files = [...new Set(text.match(/\/assets\/[\w.-]+\.(?:js|css)/g) ?? [])];
  if (status !== 200 || files.length < 5) return [`page: ${status}, ${files.length} files`];
  let answers = await Promise.all(files.map((file) => ask(port, file, { host: `localhost:${port}` })));
  return answers.flatMap((answer, i) =>
    answer.status === 200 && answer.text !== '' ? [] : [`${files[i]}: ${answer.status}, ${answer.text.length}`],
  );
}

/** The file that only the pages of a version load. */
const entryOf = (folder: string) => scripts(folder).find((file) => file.startsWith('entry.client-'))!;

test(
  'no download fails and no page lacks its files while a version is replaced',
  { tag: '@slow' },
  async ({ installation: { versions, product } }) => {
    let read = await createReader();
    let faults: string[] = [];
    let rounds = [0, 0, 0, 0];
    let isDone = false;
    let load = async (worker: number, look: (round: number) => Promise<string[]>) => {
      while (!isDone) faults.push(...(await look(rounds[worker]!++)));
    };
    let loads = [
      load(0, (round) => downloadFault(`8.0.${round}`)),
      load(1, (round) => downloadFault(`8.1.${round}`)),
      load(2, () => pageFaults(read)),
      load(3, () => pageFaults(read)),
    ];
    /** Until each worker has asked so many times more. */
    let untilMore = async (more: number) => {
      let wanted = rounds.map((round) => round + more);
      await expect.poll(() => rounds.every((round, i) => round >= wanted[i]!), { timeout: 60_000 }).toBe(true);
    };
    let [first, second] = ['1', '2'].map((name) => path.join(versions, name)) as [string, string];
    await untilMore(3);
    makeVersion(second);
    renameScripts(second);
    switchTo(versions, '2');
    product.process.kill('SIGUSR2');
    await expect.poll(async () => (await read()).text, { timeout: 60_000 }).toContain(entryOf(second));
    rmSync(first, { recursive: true });
    await untilMore(3);
    isDone = true;
    await Promise.all(loads);
    expect(faults).toEqual([]);
  },
);

test('a server that is killed at any step of an upgrade starts again', { tag: '@slow' }, async ({ installation }) => {
  test.slow();
  let { versions } = installation;
  let second = path.join(versions, '2');
  let read = await createReader();
  let startsAgain = async (version: string, name: string) => {
    await installation.kill();
    await installation.start();
    expect([...(await downloadFault(version)), ...(await pageFaults(read))]).toEqual([]);
    expect((await read()).text).toContain(entryOf(path.join(versions, name)));
  };
  // While the new version is built.
  mkdirSync(second);
  cpSync('build/client', path.join(second, 'build/client'), { recursive: true });
  await startsAgain('8.2.0', '1');
  // Between the link and the reload.
  rmSync(second, { recursive: true });
  makeVersion(second);
  renameScripts(second);
  switchTo(versions, '2');
  await startsAgain('8.2.1', '2');
  // While the processes are replaced.
  let { process: supervisor } = installation.product;
  supervisor.kill('SIGUSR2');
  await expect.poll(() => processesOf(supervisor.pid!).length).toBeGreaterThan(2);
  await startsAgain('8.2.2', '2');
});
