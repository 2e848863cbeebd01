/** URL templates of file packages (RFC 6570): what a template's variables are and whether a pair of templates fits together. */
import type { z } from 'zod';

const expression = /\{([^{}]*)\}/g;
const inner =
  /^[+#./;?&]?(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2})(?:[A-Za-z0-9_.]|%[0-9A-Fa-f]{2})*(?::[1-9]\d{0,3}|\*)?(?:,(?:[A-Za-z0-9_.]|%[0-9A-Fa-f]{2})+(?::[1-9]\d{0,3}|\*)?)*$/;

/** Names of a template's variables in order, or null when the template is malformed (RFC 6570 section 2). */
export function templateVariables(template: string): string[] | null {
  let rest = template.replace(expression, '');
  if (/[{}<>"`^|\\\s]/.test(rest)) return null;
  let names: string[] = [];
  for (let [, body = ''] of template.matchAll(expression)) {
    if (!inner.test(body)) return null;
    names.push(
      ...body
        .replace(/^[+#./;?&]/, '')
        .split(',')
        .map((v) => v.replace(/(?::\d+|\*)$/, '')),
    );
  }
  return names;
}

/** A target whose scheme and host are written out: no variable may change where a download comes from. */
export const fixedHost = /^https?:\/\/[^/?#{}\s\\]+(?:[/?#]|\{[/?#]|$)/i;

/** Reports on `incoming_path` or `outgoing_url` when one is malformed or the target uses a variable that the path does not capture. */
export function checkTemplates(
  value: { incoming_path: string; outgoing_url?: string | undefined },
  ctx: z.RefinementCtx,
): void {
  let captured = templateVariables(value.incoming_path);
  let used = value.outgoing_url === undefined ? [] : templateVariables(value.outgoing_url);
  // A fragment never reaches a server, so such a path could never be met.
  if (!captured || value.incoming_path.includes('#'))
    refuse(ctx, 'incoming_path', 'incoming-path-invalid-url-template');
  if (!used) refuse(ctx, 'outgoing_url', 'outgoing-url-invalid-url-template');
  if (captured && used?.some((name) => !captured.includes(name)))
    refuse(ctx, 'incoming_path', 'incoming-path-missing-variables');
}

function refuse(ctx: z.RefinementCtx, field: string, message: string): void {
  ctx.addIssue({ code: 'custom', path: [field], message });
}
