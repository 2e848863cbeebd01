/**
 * Preview of a share link as PNG, which social networks require. Rendered and compressed in other
 * threads, one at a time, and cached by its data.
 */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { crc32, deflate } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import PQueue from 'p-queue';
import { etagOf } from '../../http/etag.server';
import { errorResponse } from '../../gateway/error-message.server';
import { sharePreview, type SharePicture } from './share-svg.server';

const fontFamily = 'Inter';
const fontPackage = '@expo-google-fonts/inter';
const fontFiles = ['400Regular/Inter_400Regular.ttf', '600SemiBold/Inter_600SemiBold.ttf'];

const keptMax = 100;
const waitingMax = 20;
let kept = new LRUCache<string, Promise<Buffer>>({ max: keptMax });
let queue = new PQueue({ concurrency: 1 });

/** 503 if the queue is full. */
export async function previewPng(picture: SharePicture): Promise<Buffer> {
  let svg = sharePreview(picture, fontFamily);
  let key = etagOf(svg);
  let known = kept.get(key);
  if (known) return known;
  if (queue.size >= waitingMax) throw errorResponse('server-is-busy');
  let drawing = queue.add(() => drawn(svg));
  kept.set(key, drawing);
  drawing.catch(() => kept.delete(key));
  return drawing;
}

/** Copied to `build/fonts` by the build; run from source, they come from their package. */
function fontFile(name: string): string {
  let built = fileURLToPath(new URL(`../fonts/${path.basename(name)}`, import.meta.url));
  return existsSync(built) ? built : createRequire(import.meta.url).resolve(`${fontPackage}/${name}`);
}

async function drawn(svg: string): Promise<Buffer> {
  // Loaded on demand: rarely needed, and not available on every platform.
  let { renderAsync } = await import('@resvg/resvg-js');
  let files = fontFiles.map(fontFile);
  let font = { loadSystemFonts: false, fontFiles: files, defaultFontFamily: fontFamily };
  let { width, height, pixels } = await renderAsync(svg, { font });
  return pngOf(width, height, pixels);
}

const bytesPerPixel = 4;
const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** 8 bits per channel, RGBA, no interlacing. */
const format = Buffer.from([8, 6, 0, 0, 0]);
const pack = promisify(deflate);

/** Not by the library, which compresses on the main thread. */
async function pngOf(width: number, height: number, pixels: Buffer): Promise<Buffer> {
  let stride = width * bytesPerPixel;
  // PNG filter type 0 (none).
  let rows = Buffer.alloc((stride + 1) * height);
  for (let row = 0; row < height; row++) pixels.copy(rows, row * (stride + 1) + 1, row * stride, (row + 1) * stride);
  let size = Buffer.alloc(8);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  let parts = [part('IHDR', Buffer.concat([size, format])), part('IDAT', await pack(rows)), part('IEND')];
  return Buffer.concat([signature, ...parts]);
}

/** A PNG chunk: length, name, data, checksum. */
function part(name: string, bytes: Buffer = Buffer.alloc(0)): Buffer {
  let named = Buffer.concat([Buffer.from(name, 'latin1'), bytes]);
  let [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(bytes.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
