/** Draws the mark for browsers, phones and emails; run it after a change of app/ui/mark.tsx. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Resvg } from '@resvg/resvg-js';
import { markSvg } from '../app/ui/mark';

function png(size: number, corner?: number): Buffer {
  return new Resvg(markSvg(corner), { fitTo: { mode: 'width', value: size } }).render().asPng();
}

/** One picture, as PNG. */
function ico(picture: Buffer, size: number): Buffer {
  let head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.set([size, size], 6);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(picture.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, picture]);
}

/** What each file has. Systems cut the corners of the square ones. */
export function markFiles(): Record<string, Buffer> {
  return {
    'public/favicon.ico': ico(png(32), 32),
    'public/icon-192.png': png(192),
    'public/icon-512.png': png(512, 0),
    'public/apple-touch-icon.png': png(180, 0),
    'gateway/floor/mail/mark.ts': Buffer.from(`/** Drawn by tools/mark.ts: a PNG of 56 pixels, for emails. */
export const markPng =
  '${png(56).toString('base64')}';
`),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (let [file, bytes] of Object.entries(markFiles()))
    writeFileSync(path.resolve(import.meta.dirname, '..', file), bytes);
