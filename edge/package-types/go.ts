/**
 * Go modules. Clients verify everything with their own checksums, so nothing can be rewritten:
 * everything is redirected, and the zip files of own modules are counted.
 */
import { redirectedType } from './registry';

const archive = /^\/([^A-Z]+)\/@v\/(v\d+\.\d+\.\d+[^/A-Z]*)\.zip$/;

/** Up to Go 1.26 the go command sends only the name of its HTTP library. */
const goCommand = { library: /^Go-http-client\//, client: 'go' };

export const go = redirectedType((path) => {
  let [, module, version] = archive.exec(path) ?? [];
  return module && version ? [{ name: unescaped(module), version: unescaped(version) }] : [];
}, goCommand);

/** Paths have `!a` for a capital letter, for file systems that ignore case. */
function unescaped(text: string): string {
  return text.replace(/!([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
