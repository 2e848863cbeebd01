/**
 * Go modules. A client checks all that it gets against sums of its own, so that nothing can be
 * rewritten: everything is redirected, and the zip files of the modules here count.
 */
import { redirectedType } from './registry';

const archive = /^\/([^A-Z]+)\/@v\/(v\d+\.\d+\.\d+[^/A-Z]*)\.zip$/;

/** Up to Go 1.26 the go command names only the library that it asks with. */
const goCommand = { library: /^Go-http-client\//, client: 'go' };

export const go = redirectedType((path) => {
  let [, module, version] = archive.exec(path) ?? [];
  return module && version ? [{ name: unescaped(module), version: unescaped(version) }] : [];
}, goCommand);

/** Paths have `!a` for a capital, because some file systems take both letters for the same. */
function unescaped(text: string): string {
  return text.replace(/!([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
