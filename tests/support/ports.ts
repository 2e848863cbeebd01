/** Where the installation of the browser tests answers. */
export const dashboardPort = 3_917;
export const gatewayPort = 8_917;
