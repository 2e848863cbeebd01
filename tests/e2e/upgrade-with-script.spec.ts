/**
 * An upgrade as docs/operations.md describes it, under a page that is open in a browser: the new
 * version lies in a folder of its own, its files have other names, and the old folder is deleted.
 */
import { spawn } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { end, type Product, seed, untilReady } from '../../tools/bench/product';
import { dashboardPort } from '../support/ports';
import { expect, password, test as base } from './product';

const scripts = (folder: string) =>
  readdirSync(path.join(folder, 'build/client/assets')).filter((name) => /\.(js|css)$/.test(name));

/** The build as a version in a folder of its own. */
function makeVersion(folder: string): void {
  mkdirSync(folder);
  cpSync('build', path.join(folder, 'build'), { recursive: true });
  cpSync('package.json', path.join(folder, 'package.json'));
  symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'));
}

/** Gives every script and stylesheet of a version another name, as a build of changed sources does. */
function renameScripts(folder: string): void {
  let assets = path.join(folder, 'build/client/assets');
  let names = scripts(folder);
  let renamed = new Map(names.map((name) => [name, name.replace(/(.)(\.\w+)$/, (_, last, end) => `${last}0${end}`)]));
  let [, version] = /manifest-(\w+)\.js/.exec(names.join('\n'))!;
  let known = new RegExp([...names, `"${version}"`].map((name) => name.replaceAll(/[.$]/g, '\\$&')).join('|'), 'g');
  let change = (file: string) =>
    writeFileSync(
      file,
      readFileSync(file, 'utf8').replaceAll(known, (found) => renamed.get(found) ?? `"${version}0"`),
    );
  for (let name of readdirSync(assets)) {
    if (/\.(br|gz)$/.test(name)) rmSync(path.join(assets, name));
    if (!renamed.has(name)) continue;
    change(path.join(assets, name));
    renameSync(path.join(assets, name), path.join(assets, renamed.get(name)!));
  }
  let server = path.join(folder, 'build/server');
  for (let name of readdirSync(server, { recursive: true, encoding: 'utf8' }))
    if (name.endsWith('.js')) change(path.join(server, name));
}

interface Installation {
  /** The folder with the versions, and the link `current`. */
  versions: string;
  data: string;
  product: Product;
}

const test = base.extend<{ installation: Installation }>({
  installation: async ({}, use) => {
    let folder = mkdtempSync(path.join(tmpdir(), 'upgrade-'));
    let [versions, data] = [path.join(folder, 'versions'), path.join(folder, 'data')];
    for (let one of [versions, data]) mkdirSync(one);
    await seed(data, 200);
    makeVersion(path.join(versions, '1'));
    symlinkSync(path.join(versions, '1'), path.join(versions, 'current'));
    let port = dashboardPort + 660;
    let supervisor = spawn(process.execPath, [path.join(versions, 'current/build/server.js')], {
      stdio: ['ignore', 'ignore', 'inherit'],
      detached: true,
      env: {
        ...process.env,
        NODE_ENV: 'production',
        DATA_DIR: data,
        PORT: String(port),
        GATEWAY_PORT: String(port + 1),
        LOG_LEVEL: 'error',
      },
    });
    let product = {
      process: supervisor,
      dashboard: `http://localhost:${port}`,
      gatewayPort: port + 1,
      logged: () => '',
    };
    await untilReady(product);
    await use({ versions, data, product });
    await end(product, 'SIGKILL');
    rmSync(folder, { recursive: true, force: true });
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
    symlinkSync(second, path.join(versions, 'next'));
    renameSync(path.join(versions, 'next'), path.join(versions, 'current'));
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
    await expect(page).toHaveURL(at(`/organizations/${name}`));
    await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
    await page.getByRole('banner').getByRole('link', { name: 'Organizations' }).first().click();
    await expect(page).toHaveURL(at('/organizations'));
    await expect(page.getByRole('heading', { level: 1, name: 'Organizations' })).toBeVisible();
  },
);
