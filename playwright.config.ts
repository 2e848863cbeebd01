/**
 * Browser tests on the production build: every flow with JavaScript and without, on one seeded
 * installation.
 */
import { defineConfig, devices } from '@playwright/test';
import { recommended } from './app/config/flags';
import { browserArgs, findBrowser } from './tests/support/browser';
import { application } from './tests/support/fake-github';
import {
  dashboardPort,
  dataProviderPort,
  gatewayPort,
  githubPort,
  npmCounterPort,
  storagePort,
} from './tests/support/ports';

const dataFolder = `test-results/data-${dashboardPort}`;
const executablePath = await findBrowser();
// Workers read this file as well and need not look again.
process.env.CHROMIUM_PATH = executablePath;
const desktop = { ...devices['Desktop Chrome'], launchOptions: { executablePath, args: browserArgs } };
const noScript = { ...desktop, javaScriptEnabled: false };
const phone = { ...devices['Pixel 7'], viewport: { width: 360, height: 740 }, launchOptions: desktop.launchOptions };

/** The flows that `npm test` runs without JavaScript too. */
const mainFlows =
  /\/(access|account|authentication|catalogue|exports|filters|form-rules|keyboard|organizations|packages|pixels|posted-names|refusals|requests|session)\.spec/;

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: `test-results/e2e-${dashboardPort}`,
  // One more than cores of a small machine: tests wait for pages, and for time to pass.
  workers: 3,
  fullyParallel: true,
  forbidOnly: true,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: { baseURL: `http://localhost:${dashboardPort}`, timezoneId: 'UTC' },
  projects: [
    { name: 'script', use: desktop, testIgnore: /phone/ },
    { name: 'no-script', use: noScript, testMatch: mainFlows },
    // `npm run test:slow` runs these.
    { name: 'no-script-others', use: noScript, testIgnore: [/phone|with-script/, mainFlows] },
    { name: 'phone', use: phone, testMatch: /phone/ },
  ],
  webServer: [
    {
      command: `tsx tests/support/fake-github-server.ts ${githubPort}`,
      url: `http://127.0.0.1:${githubPort}/ready`,
      stdout: 'ignore',
    },
    {
      command: `tsx tests/support/fake-s3-server.ts ${storagePort}`,
      url: `http://127.0.0.1:${storagePort}/ready`,
      reuseExistingServer: false,
      stdout: 'ignore',
    },
    {
      command: `tsx tests/support/fake-data-provider-server.ts ${dataProviderPort}`,
      url: `http://127.0.0.1:${dataProviderPort}/ready`,
      stdout: 'ignore',
    },
    {
      command: `tsx tests/support/npm-counter-server.ts ${npmCounterPort}`,
      url: `http://127.0.0.1:${npmCounterPort}/ready`,
      stdout: 'ignore',
    },
    {
      command: `rm -rf ${dataFolder} && node build/demo.js`,
      url: `http://127.0.0.1:${dashboardPort}/healthz`,
      timeout: 60_000,
      stdout: 'ignore',
      env: {
        PORT: String(dashboardPort),
        HOST: '127.0.0.1',
        GATEWAY_PORT: String(gatewayPort),
        DATA_DIR: dataFolder,
        DEMO_EVENTS: '6000',
        LOG_LEVEL: 'error',
        REGISTRATIONS_PER_HOUR: '1000',
        INTERCOM_IDENTITY_SECRET: 'a-secret-of-the-chat-0123456789',
        // Tests start registries, webhooks and storages on this machine.
        PRIVATE_TARGETS: '127.0.0.1',
        DEFAULT_REGISTRIES: 'npm=https://registry.example,python=https://registry.example/simple/',
        REGISTRY_COUNTS: `npm=http://127.0.0.1:${npmCounterPort}`,
        // Nobody listens there: what the internet says about a test's domains is no business of a
        // test.
        DNS_SERVERS: '127.0.0.1:1',
        FEATURE_FLAGS: `${recommended},showRestrictedLeadGenerationAnswers,showUpdateClearbitToken,showClearbitUsageLimit`,
        LEAD_PROVIDER_URL: `http://127.0.0.1:${dataProviderPort}`,
        DOCS_URL: 'http://docs.localhost/',
        GITHUB_CLIENT_ID: application.clientId,
        GITHUB_CLIENT_SECRET: application.clientSecret,
        GITHUB_URL: `http://127.0.0.1:${githubPort}`,
      },
    },
  ],
});
