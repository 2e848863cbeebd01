/** The Chromium the tests drive: a given one, the system's, Playwright's own, or the one inside an npm package. */
import { existsSync } from 'node:fs';
import sparticuz from '@sparticuz/chromium';
import { chromium } from '@playwright/test';

const systemBrowsers = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Path of a Chromium on this machine; unpacks the packaged one where there is no other. */
export async function findBrowser(): Promise<string> {
  let given = process.env.CHROMIUM_PATH;
  if (given) return given;
  let installed = systemBrowsers.find((path) => existsSync(path));
  if (installed) return installed;
  let own = chromium.executablePath();
  return existsSync(own) ? own : sparticuz.executablePath();
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
