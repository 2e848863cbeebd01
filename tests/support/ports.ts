/**
 * The ports of the browser tests' installation; with other ports two runs can work side by side.
 */
export const dashboardPort = Number(process.env.E2E_PORT ?? 3_917);
export const gatewayPort = dashboardPort + 5_000;
export const githubPort = dashboardPort + 1_000;
export const storagePort = dashboardPort + 2_000;
export const dataProviderPort = dashboardPort + 3_000;
export const npmCounterPort = dashboardPort + 4_000;
