/**
 * Packages chosen by name: `engine, mill-*, !mill-old`. Names are separated by commas, `*` matches
 * any text, and a `!` before a name excludes it. Case does not matter. If every name has a `!`, all
 * other packages are chosen.
 */
import { z } from 'zod';

/** Characters of names by which packages are chosen. */
export const packageQueryMax = 1_000;

interface Term {
  isLeftOut: boolean;
  /** The text between the stars, in lower case. */
  parts: string[];
}

export interface PackageQuery {
  admits(name: string): boolean;
}

function read(text: string): PackageQuery | undefined {
  let terms = text.split(',').map((given): Term => {
    let name = given.trim();
    let isLeftOut = name.startsWith('!');
    return { isLeftOut, parts: (isLeftOut ? name.slice(1).trim() : name).toLowerCase().split('*') };
  });
  if (terms.some(({ parts }) => parts.length === 1 && parts[0] === '')) return undefined;
  let wanted = terms.filter(({ isLeftOut }) => !isLeftOut);
  let leftOut = terms.filter(({ isLeftOut }) => isLeftOut);
  return {
    admits(name) {
      let key = name.toLowerCase();
      let isIn = ({ parts }: Term) => isLike(key, parts);
      return (wanted.length === 0 || wanted.some(isIn)) && !leftOut.some(isIn);
    },
  };
}

/** Each part where it comes first: no other place could leave more for the parts behind it. */
function isLike(name: string, [first = '', ...others]: string[]): boolean {
  let last = others.pop();
  if (last === undefined) return name === first;
  if (!name.startsWith(first)) return false;
  let at = first.length;
  for (let part of others) {
    let found = name.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return name.length - last.length >= at && name.endsWith(last);
}

/** Refused with invalid-package-query where a name is missing. */
export const PackageQuery = z
  .string()
  .max(packageQueryMax, 'invalid-package-query')
  .refine((text) => read(text) !== undefined, 'invalid-package-query')
  .transform((text) => read(text)!)
  .optional();

/** The names by id that a query admits; all of them without one. */
export function queried(names: Map<string, string>, query: PackageQuery | undefined): Map<string, string> {
  return query ? new Map([...names].filter(([, name]) => query.admits(name))) : names;
}
