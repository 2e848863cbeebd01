/** Finds the Chromium for tests: a given one, the npm package's, the system's, or Playwright's. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import sparticuz from '@sparticuz/chromium';
import { chromium } from '@playwright/test';

const systemBrowsers = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

// The folder is inside the package, so that another version unpacks its own browser.
const unpacked = path.resolve('node_modules/@sparticuz/chromium/unpacked');

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

/** Unpacks the packaged browser, once for each installation of the package. */
async function unpackBrowser(): Promise<string> {
  if (!existsSync(unpacked)) {
    let fresh = mkdtempSync(`${unpacked}-`);
    let { TMPDIR } = process.env;
    // The package unpacks to the system's temporary folder, and trusts its content.
    process.env.TMPDIR = fresh;
    try {
      await sparticuz.executablePath();
    } finally {
      if (TMPDIR === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = TMPDIR;
    }
    if (existsSync(unpacked)) rmSync(fresh, { recursive: true });
    else renameSync(fresh, unpacked);
  }
  return path.join(unpacked, 'chromium');
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
