/** Draws the mark for browsers, phones, emails and loading; run it after a change of app/ui/mark.tsx. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Resvg } from '@resvg/resvg-js';
import { land, markSvg } from '../app/ui/mark';

export const frames = 49;
export const sizePx = 200;

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

/** A wave that travels along the water once; its ends rest. */
function water(frame: number): string {
  let points = Array.from({ length: 22 }, (_, i) => {
    let swell = 1.6 * Math.sin((Math.PI * i) / 21) ** 0.5;
    return `${i + 5.5} ${(23.2 + swell * Math.sin(2 * Math.PI * (i / 13.5 - frame / frames))).toFixed(1)}`;
  });
  return `<path fill="none" stroke-width="2.4" d="M${points.join(' ')}"/>`;
}

/** The frames of the loading animation, one below the other: a mask, so only its coverage counts. */
export function loadingFrames(): string {
  let drawn = Array.from(
    { length: frames },
    (_, frame) => `<g transform="translate(0 ${frame * 32})">${land}${water(frame)}</g>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${sizePx}" height="${frames * sizePx}" viewBox="0 0 32 ${frames * 32}" stroke="#000" stroke-linecap="round" stroke-linejoin="round">
${drawn.join('\n')}
</svg>
`;
}

/** What each file has. Systems cut the corners of the square ones. */
export function markFiles(): Record<string, Buffer> {
  return {
    'public/favicon.ico': ico(png(32), 32),
    'public/icon-192.png': png(192),
    'public/icon-512.png': png(512, 0),
    'public/apple-touch-icon.png': png(180, 0),
    'public/loading-frames.svg': Buffer.from(loadingFrames()),
    'gateway/floor/mail/mark.ts': Buffer.from(`/** Drawn by tools/mark.ts: a PNG of 56 pixels, for emails. */
export const markPng =
  '${png(56).toString('base64')}';
`),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (let [file, bytes] of Object.entries(markFiles()))
    writeFileSync(path.resolve(import.meta.dirname, '..', file), bytes);
