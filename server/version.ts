/** Which version of the product this is. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { productFolder } from './settings';

/**
 * The commit the build was made of; scripts/build.mjs puts it in the place of this name, nothing
 * else does.
 */
declare const BUILD_COMMIT: string | undefined;

/** Undefined is what is not known: the commit outside of a build, or of a build without git. */
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
