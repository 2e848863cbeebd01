/** Reads the mails of an outbox folder, as a mail program does. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export interface Letter {
  from: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** A header field, unfolded; empty if it is missing. */
  field(name: string): string;
  /** The first address in the text. */
  link: string;
}

/** The mails to an address, oldest first; none if the folder does not exist. */
export function lettersTo(outbox: string, address: string): Letter[] {
  return readdirSync(outbox)
    .sort()
    .map((name) => readLetter(readFileSync(path.join(outbox, name), 'utf8')))
    .filter((letter) => letter.to === address);
}

/** Reads a mail (RFC 5322) with a plain and an HTML part, beside which images may be. */
export function readLetter(source: string): Letter {
  let [head, ...parts] = partsOf(source);
  head = (head ?? '').replace(/\n[ \t]+/g, ' ');
  let field = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(head ?? '')?.[1]?.trim() ?? '';
  let partOf = (type: string) => decoded(parts.find((part) => part.includes(`Content-Type: ${type}`)) ?? '');
  let text = partOf('text/plain');
  let [link = ''] = /https?:\/\/\S+/.exec(text) ?? [];
  return {
    from: field('From'),
    to: field('To'),
    subject: field('Subject'),
    text,
    html: partOf('text/html'),
    field,
    link,
  };
}

function partsOf(source: string): string[] {
  let unix = source.replaceAll('\r\n', '\n');
  let boundaries = [...unix.matchAll(/boundary="([^"]+)"/g)].map(([, boundary]) => `--${boundary}`);
  return boundaries.reduce((parts, boundary) => parts.flatMap((part) => part.split(boundary)), [unix]);
}

function decoded(part: string): string {
  let [head = '', ...body] = part.trim().split('\n\n');
  let text = body.join('\n\n');
  if (!/quoted-printable/i.test(head)) return text;
  let bytes = text
    .replace(/=\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
