/** Programs by their user agents. */
import * as limits from 'contract/floor/limits';
import { automaticPrograms } from './programs/automatic';
import type { ProgramKind } from './programs/kinds';
import { toolPrograms } from './programs/tools';

export interface Program {
  client: string;
  kind: ProgramKind;
  platform?: string | undefined;
}

/** `version` is empty where the user agent has none. */
interface VersionedProgram extends Program {
  version: string;
}

// Automatic programs come first: they name the tools that they start.
const rows = [...automaticPrograms, ...toolPrograms].flatMap(([kind, some]) =>
  some.map(([client, spelling, platform]) => ({ spelling, program: { client, kind, platform } satisfies Program })),
);

/** The program a user agent names, with its version; undefined for an unknown one. */
export function programIn(userAgent: string): VersionedProgram | undefined {
  for (let { spelling, program } of rows) {
    let found = spelling.exec(userAgent);
    if (found) return { ...program, version: versionIn(userAgent.slice(found.index + found[0].length)) };
  }
  return undefined;
}

/** The version after the name of a program: `/1.2.3`, ` v1.2` or `@1.2`, without build metadata. */
export function versionIn(rest: string): string {
  return (/^(?:[\w-]*[/ @])?v?(\d(?:[\w.-]*\w)?)/i.exec(rest)?.[1] ?? '').slice(0, limits.versionMax);
}
