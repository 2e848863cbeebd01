/** Finds the Chromium for tests: a given one, the npm package's, the system's, or Playwright's. */
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from '@playwright/test';

const systemBrowsers = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

const installed = path.resolve('node_modules/.cache/browser');

/**
 * Path of a Chromium on this machine. The packaged headless shell comes first, because it is the
 * same everywhere, and takes half the CPU time of a complete browser.
 */
export async function findBrowser(): Promise<string> {
  let given = process.env.CHROMIUM_PATH;
  if (given) return given;
  let packaged = await unpackBrowser().catch(() => '');
  if (packaged && starts(packaged)) return packaged;
  let installed = [...systemBrowsers, chromium.executablePath()].find((file) => existsSync(file));
  if (!installed) throw new Error('No Chromium runs here; name one in CHROMIUM_PATH');
  return installed;
}

/**
 * Installs the package of ./browser/package.json and unpacks its browser, once for each install of
 * the project.
 */
async function unpackBrowser(): Promise<string> {
  if (!existsSync(installed)) {
    mkdirSync(path.dirname(installed), { recursive: true });
    let fresh = mkdtempSync(`${installed}-`);
    for (let name of ['package.json', 'package-lock.json'])
      copyFileSync(path.join(import.meta.dirname, 'browser', name), path.join(fresh, name));
    let { TMPDIR } = process.env;
    // The package unpacks to the system's temporary folder, and trusts its content.
    process.env.TMPDIR = fresh;
    try {
      execFileSync('npm', ['ci', '--omit=dev', '--no-audit', '--no-fund', '--loglevel', 'error'], { cwd: fresh });
      let program = pathToFileURL(path.join(fresh, 'node_modules/@sparticuz/chromium/build/esm/index.js')).href;
      let { default: packaged } = (await import(program)) as { default: { executablePath(): Promise<string> } };
      await packaged.executablePath();
      rmSync(path.join(fresh, 'node_modules'), { recursive: true });
    } finally {
      if (TMPDIR === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = TMPDIR;
    }
    if (existsSync(installed)) rmSync(fresh, { recursive: true });
    else renameSync(fresh, installed);
  }
  return path.join(installed, 'chromium');
}

/**
 * Whether a program runs here. The packaged one requires one kind of processor and some system
 * libraries.
 */
function starts(program: string): boolean {
  return spawnSync(program, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0;
}

/** Flags for a browser that may run as root, in a container, without a network. */
export const browserArgs = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
