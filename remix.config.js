/**
 * Settings pages: one module at /organizations/:owner/… by its file name, and at /account/… by this
 * list. Their guards are in app/session/settings.server.ts.
 */
const settingsPages = {
  'alerts.tsx': 'alerts',
  'archive.tsx': 'archive',
  'archive_.$archiveId.file.ts': 'archive/:archiveId/file',
  'archive_.$archiveId.removal.ts': 'archive/:archiveId/removal',
  'audit.tsx': 'audit',
  'billing.tsx': 'billing',
  'delete.tsx': 'delete',
  'exports.tsx': 'exports',
  'exports_.$exportId.removal.ts': 'exports/:exportId/removal',
  'exports_.$exportId.runs.ts': 'exports/:exportId/runs',
  'exports_.file.ts': 'exports/file',
  'filters.tsx': 'filters',
  'imports._index.tsx': 'imports',
  'imports.$importId.tsx': 'imports/:importId',
  'imports_.$importId.errors.ts': 'imports/:importId/errors',
  'lead-generation.tsx': 'lead-generation',
  'retention.tsx': 'retention',
  'share-links.tsx': 'share-links',
  'subscriptions.tsx': 'subscriptions',
};

/** @returns {ReturnType<import('@remix-run/dev/dist/config/routes.js').DefineRoutesFunction>} */
export function accountRoutes() {
  let routes = Object.entries(settingsPages).map(([name, path]) => {
    let id = `routes/_app.account.${name.replace(/\.tsx?$/, '')}`;
    return { id, path, parentId: 'routes/_app.account', file: `routes/_app.organizations.$owner.${name}` };
  });
  return Object.fromEntries(routes.map((route) => [route.id, route]));
}

/** @returns {ReturnType<import('@remix-run/dev/dist/config/routes.js').DefineRoutesFunction>} */
export function sharedRoutes() {
  let id = 'routes/_app.dashboard.$owner';
  let overview = { id, path: 'dashboard/:owner', parentId: 'routes/_app', file: 'routes/_app.home.$owner.tsx' };
  return { ...accountRoutes(), [id]: overview };
}

/** Every Remix option of the project; vite.config.ts reads it. @type {import('@remix-run/dev').VitePluginConfig} */
export default {
  appDirectory: 'app',
  buildDirectory: 'build',
  serverModuleFormat: 'esm',
  ignoredRouteFiles: ['**/*.css', '**/*.test.{ts,tsx}'],
  routes: sharedRoutes,
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    v3_lazyRouteDiscovery: true,
    v3_singleFetch: true,
  },
};
