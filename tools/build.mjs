/**
 * Builds the product: the dashboard with Remix, the server with esbuild, then every asset
 * compressed once.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build } from 'esbuild';

execFileSync('npx', ['remix', 'vite:build', '--logLevel', 'warn'], {
  stdio: 'inherit',
  env: { ...process.env, NODE_ENV: 'production' },
});

for (let name of readdirSync('build').filter((file) => /^server-.*\.js/.test(file))) rmSync(`build/${name}`);
await build({
  entryPoints: { server: 'server.ts', demo: 'tools/demo.ts', landfall: 'cli/landfall.ts' },
  outdir: 'build',
  bundle: true,
  // Each process loads only the chunks of its side.
  splitting: true,
  chunkNames: 'server-[hash]',
  packages: 'external',
  platform: 'node',
  format: 'esm',
  target: 'node20',
  sourcemap: true,
  logLevel: 'warning',
  define: { BUILD_COMMIT: JSON.stringify(commit()) },
  // npm sets its registry for what it starts only where it is not the usual one.
  banner: {
    js: `process.env.NODE_ENV ||= 'production'; process.env.npm_config_registry ||= ${JSON.stringify(npmRegistry())};`,
  },
});

// What the product reads of packages that only the build installs.
execFileSync('npx', ['tsx', 'tools/address-data.ts'], { stdio: 'inherit' });
mkdirSync('build/server/fonts', { recursive: true });
for (let file of ['400Regular/Inter_400Regular.ttf', '600SemiBold/Inter_600SemiBold.ttf'])
  copyFileSync(`node_modules/@expo-google-fonts/inter/${file}`, `build/server/fonts/${path.basename(file)}`);

// What the product is made of, for those who look for known vulnerabilities (CycloneDX).
let sbom = ['--omit', 'dev', '--package-lock-only', '--output-reproducible', '--output-file', 'build/sbom.cdx.json'];
execFileSync('npx', ['cyclonedx-npm', ...sbom], { stdio: 'inherit' });

// The command line is a program of its own.
chmodSync('build/landfall.js', 0o755);

/** The commit for the status page; empty if the sources are not in a git repository. */
function commit() {
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
