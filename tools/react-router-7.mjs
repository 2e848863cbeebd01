/**
 * `node tools/react-router-7.mjs`: moves a copy of the product to React Router 7, builds the pages there
 * and runs the tests of app/. Shows how far the way out of Remix 2 has been kept open; needs npm's
 * registry. `KEEP=1` leaves the copy.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Names of Remix that are others in React Router 7. */
const renamed = { RemixServer: 'ServerRouter', RemixBrowser: 'HydratedRouter', createRemixStub: 'createRoutesStub' };

/** Where a name comes from, if not from `react-router`. */
const places = {
  HydratedRouter: 'react-router/dom',
  createReadableStreamFromReadable: '@react-router/node',
  json: 'app/json-response',
};

const added = {
  // The older helper made the same response.
  'app/json-response.ts':
    'export const json = <T>(value: T, init?: number | ResponseInit) =>\n' +
    "  Response.json(value, typeof init === 'number' ? { status: init } : init);\n",
  'react-router.config.ts': "export default { appDirectory: 'app', buildDirectory: 'build' };\n",
  'app/routes.ts': `import { flatRoutes } from '@react-router/fs-routes';
import { sharedRoutes } from '../remix.config.js';

let routes = await flatRoutes({ ignoredRouteFiles: ['**/*.css', '**/*.test.{ts,tsx}'] });
let all = new Map();
let note = (some) => some.forEach((one) => (all.set(one.id, one), note(one.children ?? [])));
note(routes);
for (let { parentId, ...route } of Object.values(sharedRoutes())) (all.get(parentId).children ??= []).push(route);
export default routes;
`,
  // Of the tests, which ask Remix's own reader for the routes.
  'tests/support/flat-routes.ts': `import { flatRoutes as nested } from '@react-router/fs-routes';

globalThis.__reactRouterAppDirectory = new URL('../../app', import.meta.url).pathname;
let read = await nested();
let listed = (some, parentId) =>
  some.flatMap(({ children = [], ...one }) => [{ ...one, parentId }, ...listed(children, one.id)]);
export const flatRoutes = (..._) => Object.fromEntries(listed(read).map((one) => [one.id, one]));
`,
};

let copy = mkdtempSync(path.join(tmpdir(), 'react-router-7-'));
try {
  move();
  step('install', 'npm', 'install', '--no-audit', '--no-fund', '--legacy-peer-deps', '--loglevel=error');
  step('build of the pages', 'npx', 'react-router', 'build', '--logLevel', 'warn');
  step('tests of app/', 'npx', 'vitest', 'run', 'tests/app', 'tests/routes.test.ts', '--tags-filter=!slow');
} finally {
  if (process.env.KEEP) process.stdout.write(`${copy}\n`);
  else rmSync(copy, { recursive: true, force: true });
}

function step(name, command, ...args) {
  process.stdout.write(`\n== ${name}\n`);
  let { status } = spawnSync(command, args, {
    cwd: copy,
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: undefined },
  });
  process.stdout.write(`== ${name}: ${status === 0 ? 'ok' : 'FAILED'}\n`);
  if (status !== 0) process.exitCode = 1;
}

function move() {
  let files = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).trim().split('\n');
  for (let file of files.filter((one) => one !== 'package-lock.json')) cpSync(file, path.join(copy, file));
  for (let [file, text] of Object.entries(added)) writeFileSync(path.join(copy, file), text);
  for (let file of files.filter((one) => /^(app|server|tests|vite.*)\b.*\.(ts|tsx)$/.test(one)))
    change(file, withoutRemix);
  change('vite.config.ts', (text) =>
    text
      .replace(/import \{ vitePlugin as remix \}.*\n/, "import { reactRouter } from '@react-router/dev/vite';\n")
      .replace('remix(remixConfig)', 'reactRouter()')
      .replace(/import remixConfig .*\n|declare module [^]*?\n\}\n/g, ''),
  );
  // A build of today has these fields as well.
  change('tests/support/page-server.ts', (text) =>
    text.replace(
      'isSpaMode: false,',
      "$& ssr: true, prerender: [], basename: '/', routeDiscovery: { mode: 'lazy', manifestPath: '/__manifest' },",
    ),
  );
  change('package.json', (text) => {
    let { overrides: _, ...others } = JSON.parse(text);
    let kept = Object.entries(others.devDependencies).filter(([name]) => !name.startsWith('@remix-run/'));
    let router = ['react-router', '@react-router/dev', '@react-router/node', '@react-router/fs-routes'];
    let devDependencies = {
      ...Object.fromEntries(kept),
      ...Object.fromEntries(router.map((name) => [name, '^7'])),
      'remix-utils': '^9',
    };
    return JSON.stringify({ ...others, devDependencies });
  });
}

function change(file, edit) {
  let at = path.join(copy, file);
  writeFileSync(at, edit(readFileSync(at, 'utf8')));
}

/** Each import from Remix, by the place of each of its names. */
function withoutRemix(text) {
  let moved = text.replace(
    /import (type )?\{([^}]*)\} from '@remix-run\/(?:node|react|router|testing)';/g,
    (_, type = '', names) => {
      let byPlace = new Map();
      for (let name of namesIn(names)) byPlace.set(placeOf(name), [...(byPlace.get(placeOf(name)) ?? []), name]);
      return [...byPlace].map(([place, some]) => `import ${type}{ ${some.join(', ')} } from '${place}';`).join('\n');
    },
  );
  for (let [name, now] of Object.entries(renamed)) moved = moved.replace(new RegExp(`\\b${name}\\b`, 'g'), now);
  return moved
    .replaceAll('__remixManifest', '__reactRouterManifest')
    .replaceAll('__remixRouter', '__reactRouterDataRouter')
    .replaceAll('virtual:remix/', 'virtual:react-router/')
    .replaceAll('@remix-run/dev/dist/config/flat-routes.js', './flat-routes');
}

function namesIn(list) {
  return list
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)
    .map((one) => one.replace(/\w+/, (name) => renamed[name] ?? name));
}

function placeOf(name) {
  return places[name.replace(/^type /, '').split(' ')[0]] ?? 'react-router';
}
