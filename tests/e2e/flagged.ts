/**
 * Browser tests on a dashboard with its own flags, started once for each worker and set of
 * settings.
 */
import { type DashboardAlone, serveAlone } from '../support/standalone-dashboard';
import { workerPort } from '../support/ports';
import { test as base } from './product';

type Serve = (settings: Record<string, string>) => Promise<DashboardAlone>;

export const test = base.extend<{ serve: Serve }, { dashboards: Serve }>({
  dashboards: [
    async ({}, use) => {
      let running = new Map<string, DashboardAlone>();
      let firstPort = workerPort('flagged');
      await use(async (settings) => {
        let name = JSON.stringify(settings);
        let dashboard = running.get(name) ?? (await serveAlone(firstPort + running.size, settings));
        running.set(name, dashboard);
        return dashboard;
      });
      for (let dashboard of running.values()) await dashboard.close();
    },
    { scope: 'worker' },
  ],
  /** The page closes before its dashboard stops, so that no request is left open. */
  serve: async ({ dashboards, page }, use) => {
    await use(dashboards);
    await page.goto('about:blank');
  },
});
