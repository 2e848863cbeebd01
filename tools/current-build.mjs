/** Whether `build` was made from the files that are here now, by their content. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const inputsFile = 'build/inputs.txt';

/** A hash of everything a build reads; `others` are inputs that are no files. */
export function buildInputs(others) {
  let hash = createHash('sha256').update(JSON.stringify([process.version, process.arch, ...others]));
  for (let file of sources()) hash.update(`\n${file}\n`).update(readFileSync(file));
  return hash.digest('hex');
}

export function isCurrent(inputs) {
  return existsSync(inputsFile) && readFileSync(inputsFile, 'utf8') === inputs;
}

/** From the first change of `build` until `endBuild` no build is current. */
export function beginBuild() {
  rmSync(inputsFile, { force: true });
}

export function endBuild(inputs) {
  writeFileSync(inputsFile, inputs);
}

/** All files but those that an image is built without, and data folders elsewhere. */
function sources() {
  let left = new Set(readFileSync('.dockerignore', 'utf8').trim().split('\n'));
  return readdirSync('.', { withFileTypes: true })
    .filter(({ name }) => !left.has(name) && !name.startsWith('.env') && !existsSync(path.join(name, 'secrets.json')))
    .flatMap((entry) =>
      entry.isDirectory() ? readdirSync(entry.name, { recursive: true, withFileTypes: true }) : [entry],
    )
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.join(parentPath, name))
    .toSorted();
}
