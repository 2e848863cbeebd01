/**
 * The ports of the browser tests' installation; with other ports two runs can work side by side.
 */
export const dashboardPort = Number(process.env.E2E_PORT ?? 3_917);
export const gatewayPort = dashboardPort + 5_000;
export const githubPort = dashboardPort + 1_000;
export const storagePort = dashboardPort + 2_000;
export const dataProviderPort = dashboardPort + 3_000;
export const npmCounterPort = dashboardPort + 4_000;

/** Where the ports of each test file begin that starts servers itself. */
const firstPorts = {
  standalone: 0,
  bundle: 10,
  start: 20,
  processes: 30,
  journal: 40,
  upgrade: 50,
  stripe: 60,
  signOn: 70,
  flagged: 80,
  thirdParties: 90,
  firstHour: 100,
} as const;

/**
 * The first of the ports of a test file, in this worker of Playwright: files, and tests of a file,
 * run side by side in several workers.
 */
export function workerPort(file: keyof typeof firstPorts): number {
  return dashboardPort + 100 + Number(process.env.TEST_PARALLEL_INDEX ?? 0) * 200 + firstPorts[file];
}
