/** The product's name and the one sentence that says what it is. */
export const siteName = 'Landfall';
export const siteDescription = 'Downloads and documentation traffic of your packages, counted by your own gateway.';
