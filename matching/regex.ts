/**
 * Incoming paths as regular expressions in RE2 syntax: matching takes time linear in the length of
 * the path. An expression must match the whole path; its named groups are variables.
 */
import { RE2JS } from 're2js';
import { decoded } from 'contract/packages/file-routes/request-path';
import type { Captures } from 'contract/packages/file-routes/template';

/** Characters of an expression, steps of its program, and characters of a path. */
const routeRegexMax = 500;
const routeRegexProgramMax = 150;
export const routeRegexPathMax = 1_000;

export interface IncomingRegex {
  match(path: string): Captures | null;
}

/** An error code if the expression is malformed or too large. */
export function compileRegex(
  source: string,
): IncomingRegex | 'incoming-path-invalid-regex' | 'incoming-path-regex-too-large' {
  if (source.length > routeRegexMax) return 'incoming-path-regex-too-large';
  let regex: RE2JS;
  try {
    regex = RE2JS.compile(source);
  } catch {
    return 'incoming-path-invalid-regex';
  }
  if (regex.programSize() > routeRegexProgramMax) return 'incoming-path-regex-too-large';
  let names = Object.keys(regex.namedGroups());
  let start = fixedStart(source);
  return {
    match(path: string) {
      if (path.length > routeRegexPathMax || !path.startsWith(start)) return null;
      let matcher = regex.matcher(path);
      if (!matcher.matches()) return null;
      let captures: Captures = { raw: Object.create(null), text: Object.create(null) };
      for (let name of names) {
        let raw = matcher.group(name) ?? '';
        captures.raw[name] = raw;
        captures.text[name] = decoded(raw);
      }
      return captures;
    },
  };
}

/** The prefix of every path that an expression without alternatives matches. */
function fixedStart(source: string): string {
  if (source.includes('|')) return '';
  let [plain = ''] = /^[\w/]*/.exec(source) ?? [];
  // A quantifier may follow the last character.
  return plain === source ? plain : plain.slice(0, -1);
}
