/**
 * Targets of file packages: RFC 6570 templates of absolute addresses, expanded with the variables
 * of the incoming path.
 */
import { parseTemplate } from 'url-template';
import { fixedHost, templateVariables } from 'contract/rules/templates';
import type { Captures } from 'contract/packages/file-routes/template';

export type CompiledTarget = (captures: Captures) => string | null;

/**
 * Null if the template is malformed or a variable could change its scheme or host. The compiled
 * target returns null if the path would contain a `.` or `..` segment, which clients resolve to
 * another path than the owner meant.
 */
export function compileTarget(template: string): CompiledTarget | null {
  if (!templateVariables(template) || !fixedHost.test(template)) return null;
  let pieces = [...template.matchAll(/\{([^{}]*)\}|[^{}]+/g)].map(([piece, inner]) => compilePiece(piece, inner));
  return (captures) => {
    let url = '';
    for (let piece of pieces) url += typeof piece === 'string' ? piece : piece(captures);
    return leavesItsPath(url) ? null : url;
  };
}

/**
 * A captured value keeps its percent-encoding where reserved characters are allowed; elsewhere it
 * is decoded and encoded again.
 */
function compilePiece(piece: string, inner: string | undefined): string | ((captures: Captures) => string) {
  let { expand } = parseTemplate(piece);
  if (inner === undefined) return expand({});
  if (/^\w+$/.test(inner)) return ({ text }) => (unreserved.test(text[inner] ?? '{') ? text[inner]! : expand(text));
  return /^[+#]/.test(inner) ? (captures) => expand(captures.raw) : (captures) => expand(captures.text);
}

/** Values that a simple expansion leaves unchanged (RFC 6570, 3.2.2). */
const unreserved = /^[\w.~-]*$/;

function leavesItsPath(url: string): boolean {
  let end = url.search(/[?#]/);
  return /\/(?:\.|%2e){1,2}(?:\/|\\|%5c|$)/i.test(end < 0 ? url : url.slice(0, end));
}
