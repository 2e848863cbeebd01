/**
 * Composer's notification after an installation, one post for all packages:
 * `{"downloads":[{"name":"ada/engine","version":"1.2.0.0"}]}`. Anyone can send it, so its size and
 * the number of packages are limited, and only packages of this host are kept.
 */
import type { IncomingMessage } from 'node:http';
import * as limits from 'contract/floor/limits';
import type { EventRefusal } from '../requests/decision';
import { createJsonStrings } from '../upstream/json-strings';

/** Packages of a host that one notice counts. */
const noticePackagesMax = 100;

/** The reported versions by lower-case name; each package once, as a project has it once. */
export async function readNotice(
  req: IncomingMessage,
  isOwn: (name: string) => boolean,
): Promise<Map<string, string> | EventRefusal> {
  if (Number(req.headers['content-length'] ?? 0) > limits.noticeBytesMax) return 'notice-too-large';
  let told = new Map<string, string>();
  let name: string | undefined;
  let version: string | undefined;
  let strings = createJsonStrings(
    ['name', 'version'].map((key) => ['downloads', '[]', key]),
    ([, , key], text) => {
      if (key === 'name') name = text.toLowerCase();
      else version = text;
      if (name === undefined || version === undefined) return undefined;
      if (isOwn(name) && told.size < noticePackagesMax) told.set(name, version);
      return (name = version = undefined);
    },
  );
  let bytes = 0;
  for await (let part of req) {
    bytes += part.length;
    if (bytes > limits.noticeBytesMax) return 'notice-too-large';
    if (!isValid(() => strings.write(part))) return 'notice-not-valid';
  }
  return isValid(strings.end) ? told : 'notice-not-valid';
}

function isValid(step: () => unknown): boolean {
  try {
    step();
    return true;
  } catch {
    return false;
  }
}
