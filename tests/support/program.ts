/**
 * Programs for processes that tests start. They are compiled once for each worker: a process that
 * compiles its sources itself takes several times as long to start.
 */
import { mkdirSync, renameSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';

/** A folder of the root, as `build` is: programs look for files of the product from there. */
const folder = path.resolve('test-results');

let compiled = new Map<string, Promise<string>>();

/** The compiled file of a source file, which is named from the root. */
export function programOf(source: string): Promise<string> {
  let file = compiled.get(source) ?? compile(source);
  compiled.set(source, file);
  return file;
}

/** Other workers may run the file meanwhile, so it is replaced in one step. */
async function compile(source: string): Promise<string> {
  let file = path.join(folder, `${path.basename(source, '.ts')}.mjs`);
  let fresh = `${file}.${process.pid}`;
  mkdirSync(folder, { recursive: true });
  await build({
    entryPoints: [source],
    outfile: fresh,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'warning',
  });
  renameSync(fresh, file);
  return file;
}
