/** URL templates of file packages (RFC 6570): the variables of a template. */
const expression = /\{([^{}]*)\}/g;
const inner =
  /^[+#./;?&]?(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2})(?:[A-Za-z0-9_.]|%[0-9A-Fa-f]{2})*(?::[1-9]\d{0,3}|\*)?(?:,(?:[A-Za-z0-9_.]|%[0-9A-Fa-f]{2})+(?::[1-9]\d{0,3}|\*)?)*$/;

/**
 * Names of a template's variables in order, or null when the template is malformed (RFC 6570,
 * section 2).
 */
export function templateVariables(template: string): string[] | null {
  let rest = template.replace(expression, '');
  if (/[{}<>"`^|\\\s]/.test(rest)) return null;
  let names: string[] = [];
  for (let [, body = ''] of template.matchAll(expression)) {
    if (!inner.test(body)) return null;
    let listed = body.replace(/^[+#./;?&]/, '').split(',');
    for (let name of listed) names.push(name.replace(/(?::\d+|\*)$/, ''));
  }
  return names;
}

/** Names of the groups of a regular expression, which are its variables. */
export function regexVariables(source: string): string[] {
  return [...source.matchAll(/\(\?P?<(\w+)>/g)].map(([, name = '']) => name);
}

/** A target with a fixed scheme and host: no variable may change where a download comes from. */
export const fixedHost = /^https?:\/\/[^/?#{}\s\\]+(?:[/?#]|\{[/?#]|$)/i;
