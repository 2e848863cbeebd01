/**
 * The layout of every email: greeting, paragraphs, optional figures, an optional button and a note,
 * as text and HTML.
 */
import type { EmailMessage } from './message';

/** A figure without a label continues the previous one. */
export interface EmailSection {
  title: string;
  rows: readonly (readonly [label: string, value: string])[];
}

export interface EmailContent {
  to: string;
  subject: string;
  name: string;
  paragraphs: readonly string[];
  sections?: readonly EmailSection[];
  link?: { label: string; url: string };
  /** What to do if the email was not expected. */
  note: string;
  /** For optional emails. */
  unsubscribeUrl?: string;
}

/** With an `unsubscribeUrl`, mail programs show their own button (RFC 8058). */
export function renderEmail(letter: EmailContent): EmailMessage {
  let { to, subject, unsubscribeUrl } = letter;
  let message = { to, subject, text: textOf(letter), html: htmlOf(letter) };
  if (!unsubscribeUrl) return message;
  let headers = { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
  return { ...message, headers };
}

const stopWords = 'To unsubscribe, open';

function greeting({ name }: EmailContent): string {
  return `Hello ${name},`;
}

function textOf(letter: EmailContent): string {
  let { paragraphs, sections = [], link, note, unsubscribeUrl } = letter;
  let line = ([label, value]: readonly [string, string]) => (label ? `  ${label}: ${value}` : `    ${value}`);
  let figures = sections.map(({ title, rows }) => [title, ...rows.map(line)].join('\n'));
  let parts = [
    greeting(letter),
    ...paragraphs,
    ...figures,
    ...(link ? [`${link.label}:\n${link.url}`] : []),
    note,
    ...(unsubscribeUrl ? [`${stopWords}\n${unsubscribeUrl}`] : []),
  ];
  return `${parts.join('\n\n')}\n`;
}

function htmlOf(letter: EmailContent): string {
  let { subject, paragraphs, sections = [], link, note, unsubscribeUrl } = letter;
  let stop = unsubscribeUrl && `${stopWords} <a href="${escaped(unsubscribeUrl)}">this page</a>.`;
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    `<title>${escaped(subject)}</title></head>`,
    '<body style="font-family:system-ui,sans-serif;font-size:16px;line-height:1.5;max-width:36em;margin:2em auto;padding:0 1em">',
    ...[greeting(letter), ...paragraphs].map((line) => `<p>${escaped(line)}</p>`),
    ...sections.map(tableOf),
    ...(link ? [button(link)] : []),
    `<p style="font-size:14px">${escaped(note)}</p>${stop ? `\n<p style="font-size:14px">${stop}</p>` : ''}</body></html>`,
  ].join('\n');
}

function tableOf({ title, rows }: EmailSection): string {
  let label = 'text-align:left;font-weight:normal;vertical-align:top;padding:.2em 1.5em .2em 0';
  let lines = rows.map(
    ([name, value]) =>
      `<tr><th scope="row" style="${label}">${escaped(name)}</th><td style="padding:.2em 0">${escaped(value)}</td></tr>`,
  );
  let heading = '<h2 style="font-size:18px;margin:1.5em 0 .3em">';
  return `${heading}${escaped(title)}</h2>\n<table style="border-collapse:collapse;font-size:15px">${lines.join('')}</table>`;
}

/** Shows the address too, for mail programs without links. */
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
