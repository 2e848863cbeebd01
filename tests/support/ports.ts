/**
 * Where the installation of the browser tests answers; another pair of ports lets two runs stand
 * side by side.
 */
export const dashboardPort = Number(process.env.E2E_PORT ?? 3_917);
export const gatewayPort = dashboardPort + 5_000;
export const githubPort = dashboardPort + 1_000;
export const storagePort = dashboardPort + 2_000;
export const dataProviderPort = dashboardPort + 3_000;
