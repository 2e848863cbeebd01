/** The form every mail has: a greeting, some paragraphs, at most one link to follow, and a closing note; as plain text and as simple HTML. */
import type { Message } from './mail';

export interface Letter {
  to: string;
  subject: string;
  /** Name of the person greeted. */
  name: string;
  paragraphs: readonly string[];
  link?: { label: string; url: string };
  /** What to do when the mail was not expected. */
  note: string;
}

/** Writes a letter in both forms. */
export function written({ to, subject, name, paragraphs, link, note }: Letter): Message {
  let greeting = `Hello ${name},`;
  let text = [greeting, ...paragraphs, ...(link ? [`${link.label}:\n${link.url}`] : []), note].join('\n\n');
  let html = [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    `<title>${escaped(subject)}</title></head>`,
    '<body style="font-family:system-ui,sans-serif;font-size:16px;line-height:1.5;max-width:36em;margin:2em auto;padding:0 1em">',
    ...[greeting, ...paragraphs].map((line) => `<p>${escaped(line)}</p>`),
    ...(link ? [button(link)] : []),
    `<p style="font-size:14px">${escaped(note)}</p></body></html>`,
  ].join('\n');
  return { to, subject, text: `${text}\n`, html };
}

/** The address stands below the button as well, for readers that show no links. */
function button({ label, url }: { label: string; url: string }): string {
  let href = escaped(url);
  let style =
    'display:inline-block;padding:.6em 1.2em;border-radius:6px;background:#1f5fd0;color:#fff;text-decoration:none';
  return `<p><a href="${href}" style="${style}">${escaped(label)}</a></p>\n<p style="font-size:14px">${href}</p>`;
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
