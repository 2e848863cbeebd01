import { readFileSync } from 'node:fs';
import path from 'node:path';
import { productFolder } from './settings';

/** tools/build.mjs replaces this name by the commit of the build. */
declare const BUILD_COMMIT: string | undefined;

/** Undefined where unknown: the commit outside of a build or without git. */
export function productVersion(): { version: string | undefined; commit: string | undefined } {
  return {
    version: packageVersion(),
    commit: (typeof BUILD_COMMIT === 'undefined' ? undefined : BUILD_COMMIT) || undefined,
  };
}

function packageVersion(): string | undefined {
  try {
    let { version } = JSON.parse(readFileSync(path.join(productFolder, 'package.json'), 'utf8')) as {
      version?: string;
    };
    return version;
  } catch {
    return undefined;
  }
}
