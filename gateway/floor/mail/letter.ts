/**
 * The layout of every email: greeting, paragraphs, optional figures, an optional button and a note,
 * as text and HTML. It names no text color, so that light and dark mail programs choose a legible
 * one.
 */
import { accent, barChart, type EmailBar } from './letter-chart';
import type { EmailMessage } from './message';

/** A figure without a label continues the previous one. */
export interface EmailSection {
  title: string;
  rows: readonly (readonly [label: string, value: string])[];
  chart?: { title: string; bars: readonly EmailBar[] } | undefined;
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
  let figures = sections.map(({ title, rows, chart }) => {
    let bars = chart?.bars.map((bar, i) => [i === 0 ? chart.title : '', `${bar.label}: ${bar.text}`] as const) ?? [];
    return [title, ...[...rows, ...bars].map(line)].join('\n');
  });
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

const head =
  '<meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">' +
  '<meta name="supported-color-schemes" content="light dark"><style>:root{color-scheme:light dark}</style>';

/** The image is attached by the transports. */
const sign =
  '<table role="presentation" cellspacing="0" style="border-collapse:collapse;margin-bottom:1.5em;font-size:18px;font-weight:600"><tr>' +
  '<td style="padding:0 8px 0 0"><img src="cid:mark" width="28" height="28" alt="" style="display:block"></td>' +
  '<td style="padding:0">Landfall</td></tr></table>';

function htmlOf(letter: EmailContent): string {
  let { subject, paragraphs, sections = [], link, note, unsubscribeUrl } = letter;
  let stop = unsubscribeUrl && `${stopWords} <a href="${escaped(unsubscribeUrl)}">this page</a>.`;
  return [
    `<!doctype html><html lang="en"><head>${head}`,
    `<title>${escaped(subject)}</title></head>`,
    '<body style="font-family:system-ui,sans-serif;font-size:16px;line-height:1.5;max-width:36em;margin:2em auto;padding:0 1em">',
    sign,
    ...[greeting(letter), ...paragraphs].map((line) => `<p>${escaped(line)}</p>`),
    ...sections.map(tableOf),
    ...(link ? [button(link)] : []),
    `<p style="font-size:14px">${escaped(note)}</p>${stop ? `\n<p style="font-size:14px">${stop}</p>` : ''}</body></html>`,
  ].join('\n');
}

function tableOf({ title, rows, chart }: EmailSection): string {
  let label = 'text-align:left;font-weight:normal;vertical-align:top;padding:.2em 1.5em .2em 0';
  let lines = rows.map(
    ([name, value]) =>
      `<tr><th scope="row" style="${label}">${escaped(name)}</th><td style="vertical-align:top;padding:.2em 0">${escaped(value)}</td></tr>`,
  );
  let heading = '<h2 style="font-size:18px;margin:1.5em 0 .3em">';
  let bars = chart ? `${barChart(chart.title, chart.bars)}\n` : '';
  return `${heading}${escaped(title)}</h2>\n${bars}<table style="border-collapse:collapse;font-size:15px">${lines.join('')}</table>`;
}

/** Shows the address too, for mail programs without links. */
function button({ label, url }: { label: string; url: string }): string {
  let href = escaped(url);
  let style = `display:inline-block;padding:.6em 1.2em;border-radius:6px;background:${accent};color:#fff;text-decoration:none`;
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
