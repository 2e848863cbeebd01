import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Gauge, type Registry } from 'prom-client';
import { z } from 'zod';
import { parseJson } from 'contract/floor/json';
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

/** `landfall_build_info`, always 1: which version a process runs. */
export function registerBuild(registry: Registry, role: 'edge' | 'store'): void {
  let { version = '', commit = '' } = productVersion();
  let about = { name: 'landfall_build_info', help: '1, labelled with the version and the commit of a process.' };
  let gauge = new Gauge({ ...about, labelNames: ['role', 'version', 'commit', 'node'], registers: [registry] });
  gauge.set({ role, version, commit, node: process.version }, 1);
}

function packageVersion(): string | undefined {
  try {
    return parseJson(z.object({ version: z.string() }), readFileSync(path.join(productFolder, 'package.json'), 'utf8'))
      .version;
  } catch {
    return undefined;
  }
}
