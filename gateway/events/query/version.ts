/** Versions cut to minor or major, in SQL and in memory with the same result. */
import { majorPattern } from 'contract/packages/major-versions';

/** `3.13rc1` is a `3.13`. */
const twoNumbers = String.raw`^v?(\d+\.\d+)`;

interface Cut {
  sql: string;
  columns: readonly string[];
  of(version: string): string;
}

/** `4.1.2` as `4.1`. */
export const minorVersion = cut([twoNumbers, majorPattern]);
/** `4.1.2` as `4`. */
export const majorVersion = cut([majorPattern]);

/** The group of the first matching pattern, or the version itself, such as `latest`. */
function cut(patterns: readonly string[]): Cut {
  let compiled = patterns.map((pattern) => new RegExp(pattern));
  let caught = patterns.map((pattern) => `nullif(regexp_extract(version, '${pattern}', 1), '')`);
  return {
    sql: `coalesce(${caught.join(', ')}, version)`,
    columns: ['version'],
    of(version) {
      for (let pattern of compiled) {
        let found = pattern.exec(version)?.[1];
        if (found) return found;
      }
      return version;
    },
  };
}
