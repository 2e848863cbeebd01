/**
 * Builds the product: the dashboard with Remix, the server with esbuild, then every asset
 * compressed once. Does nothing if the build is current.
 */
import './node-version.mjs';
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { beginBuild, buildInputs, endBuild, isCurrent } from './current-build.mjs';
import { writeThirdParties } from './third-parties.mjs';

const { dependencies: installed } = JSON.parse(readFileSync('package.json', 'utf8'));
const defined = { commit: commit(), registry: npmRegistry() };
const inputs = buildInputs(Object.values(defined));
if (isCurrent(inputs)) process.exit(0);
if (process.argv.includes('--check-ports')) run('tsx', 'tools/check-ports.ts');
beginBuild();

run('remix', 'vite:build', '--logLevel', 'warn');

for (let name of readdirSync('build').filter((file) => /\.js(?:\.map)?$/.test(file))) rmSync(`build/${name}`);
let bundled = {
  bundle: true,
  // Each process loads only the chunks of its side.
  splitting: true,
  // Only what cannot be bundled is installed beside the build; `pg` goes without its own.
  external: [...Object.keys(installed), 'pg-native'],
  // Node has what this polyfill is for.
  alias: { 'web-streams-polyfill/ponyfill': 'node:stream/web' },
  // Packages in CommonJS ask for modules of Node.
  banner: {
    js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);",
  },
  platform: 'node',
  format: 'esm',
  target: 'node20',
  logLevel: 'warning',
  define: { BUILD_COMMIT: JSON.stringify(defined.commit) },
  metafile: true,
};
let programs = await build({
  ...bundled,
  entryPoints: { 'server-main': 'server.ts', 'demo-main': 'tools/demo.ts', 'landfall-main': 'cli/landfall.ts' },
  outdir: 'build',
  chunkNames: 'server-[hash]',
});
// What Remix leaves in files of its own; its packages are added.
let pages = await build({
  ...bundled,
  entryPoints: ['build/server/index.js'],
  outdir: 'build/server',
  chunkNames: 'pages-[hash]',
  allowOverwrite: true,
  logOverride: { 'ignored-bare-import': 'silent' },
});
rmSync('build/server/assets', { recursive: true });
// npm sets its registry for what it starts only where it is not the usual one.
let settings = `process.env.NODE_ENV ||= 'production';
process.env.npm_config_registry ||= ${JSON.stringify(defined.registry)};`;
for (let name of ['server', 'demo', 'landfall']) {
  let program = [
    '#!/usr/bin/env node',
    readFileSync('tools/node-version.mjs'),
    settings,
    `import('./${name}-main.js');`,
  ];
  writeFileSync(`build/${name}.js`, `${program.join('\n')}\n`, { mode: 0o755 });
}

// What the product reads of packages that only the build installs.
run('tsx', 'tools/address-data.ts');
mkdirSync('build/fonts', { recursive: true });
for (let file of ['400Regular/Inter_400Regular.ttf', '600SemiBold/Inter_600SemiBold.ttf'])
  copyFileSync(`node_modules/@expo-google-fonts/inter/${file}`, `build/fonts/${path.basename(file)}`);

writeThirdParties([programs, pages]);

const worthIt = /\.(js|css|svg|txt|json|webmanifest)$/;
const smallest = 512;
for (let entry of readdirSync('build/client', { recursive: true, withFileTypes: true })) {
  let file = path.join(entry.parentPath, entry.name);
  if (!entry.isFile() || !worthIt.test(file)) continue;
  let bytes = readFileSync(file);
  if (bytes.length < smallest) continue;
  writeFileSync(`${file}.br`, brotliCompressSync(bytes));
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
}
endBuild(inputs);

/** Ends with the command if it fails, as on Ctrl+C. */
function run(...command) {
  let env = { ...process.env, NODE_ENV: 'production' };
  let { status } = spawnSync('npx', command, { stdio: 'inherit', env });
  if (status !== 0) process.exit(status ?? 1);
}

/** The commit for the status page; empty if the sources are not in a git repository. */
function commit() {
  if (process.env.BUILD_COMMIT) return process.env.BUILD_COMMIT;
  try {
    let of = (...args) => execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
    return of('rev-parse', '--short', 'HEAD') + (of('status', '--porcelain') ? ' with changes' : '');
  } catch {
    return '';
  }
}

/** The registry that npm uses here; empty without npm. */
function npmRegistry() {
  try {
    return execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}
