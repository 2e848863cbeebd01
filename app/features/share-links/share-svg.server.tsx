/**
 * Line chart of a share link as a self-contained SVG, and the larger preview image. No script, link
 * or embedded font.
 */
import { max } from 'd3-array';
import { scaleLinear, scalePoint } from 'd3-scale';
import { area, line } from 'd3-shape';
import { renderToStaticMarkup } from 'react-dom/server';
import type { TimeBucket } from '../../charts/date-buckets.server';
import { runningBucket } from '../../charts/geometry.server';
import { siteName } from '../../config/site';
import { formatCompact } from '../../ui/numbers';

export interface SharePicture {
  title: string;
  total: string;
  span: string;
  buckets: readonly TimeBucket[];
  values: readonly number[];
}

const themes = ['auto', 'light', 'dark'] as const;
export type PictureTheme = (typeof themes)[number];

export function themeOf({ url }: Request): PictureTheme {
  let wanted = new URL(url).searchParams.get('theme');
  return themes.find((one) => one === wanted) ?? 'auto';
}

/** The page colors, which are not available inside an image. */
const light =
  '.g{fill:#fff;stroke:#d9dde5}.l{stroke:#d9dde5}.t{fill:#171b26}.m{fill:#566074}.c{stroke:#2f5bd7}.a{fill:#2f5bd7}';
const dark =
  '.g{fill:#171b23;stroke:#2a303c}.l{stroke:#2a303c}.t{fill:#e8ebf2}.m{fill:#a2acbf}.c{stroke:#86a8ff}.a{fill:#86a8ff}';

/** `auto` follows the reader's system. */
export function pictureStyle(theme: PictureTheme): string {
  if (theme === 'auto') return `${light}@media(prefers-color-scheme:dark){${dark}}`;
  return theme === 'dark' ? dark : light;
}

const box = { width: 800, height: 320 };
const plot = { left: 64, right: 776, top: 88, bottom: 272, base: 272 };
const fonts = 'system-ui,-apple-system,Segoe UI,Roboto,DejaVu Sans,Arial,sans-serif';
const titleMax = 72;
const yTickCount = 4;
const xTickCount = 6;

export function shareChart({ title, total, span, buckets, values }: SharePicture, theme: PictureTheme): string {
  let { ticks, left, height, draw, ground, running } = shapeOf({ buckets, values }, plot);
  let every = Math.ceil(buckets.length / xTickCount);
  return renderToStaticMarkup(
    <svg
      xmlns="http://www.w3.org/2000/svg"
      viewBox={`0 0 ${box.width} ${box.height}`}
      width={box.width}
      height={box.height}
      role="img"
      aria-label={printable(`${title}: ${total}, ${span}`)}
      fontFamily={fonts}
    >
      <style>{pictureStyle(theme)}</style>
      <rect className="g" x="0.5" y="0.5" width={box.width - 1} height={box.height - 1} rx="8" />
      <text className="t" x="24" y="38" fontSize="18" fontWeight="600">
        {shortened(title, titleMax)}
      </text>
      <text className="m" x="24" y="62" fontSize="14">
        {`${total} · ${span}`}
      </text>
      {ticks.map((value) => (
        <g key={value}>
          <path className="l" d={`M${plot.left} ${height(value)}H${plot.right}`} />
          <text className="m" x={plot.left - 8} y={height(value) + 4} fontSize="12" textAnchor="end">
            {formatCompact(value)}
          </text>
        </g>
      ))}
      <path className="a" d={ground} opacity="0.12" />
      <path className="c" d={draw} fill="none" strokeWidth="2" strokeLinejoin="round" />
      {running && <circle className="a" cx={running.x} cy={running.y} r="3" />}
      {buckets.map(
        (bucket, i) =>
          i % every === 0 && (
            <text
              key={bucket.key}
              className="m"
              x={left(i)}
              y="296"
              fontSize="12"
              textAnchor={anchors(i, buckets.length)}
            >
              {bucket.short}
            </text>
          ),
      )}
    </svg>,
  );
}

/** Size expected by social networks. */
const previewBox = { width: 1_200, height: 630 };
/** The area extends to the lower edge. */
const previewPlot = { left: 0, right: previewBox.width, top: 420, bottom: 600, base: previewBox.height };
/** Radius; the last point is at the edge. */
const previewDot = 8;
const lineMax = 34;

/** `font`: available to the renderer. */
export function sharePreview({ title, total, span, buckets, values }: SharePicture, font: string): string {
  let { draw, ground, running } = shapeOf({ buckets, values }, previewPlot);
  let [number = '', ...unit] = total.split(' ');
  let lines = inLines(printable(title));
  return renderToStaticMarkup(
    <svg
      xmlns="http://www.w3.org/2000/svg"
      viewBox={`0 0 ${previewBox.width} ${previewBox.height}`}
      width={previewBox.width}
      height={previewBox.height}
      fontFamily={font}
    >
      <style>{pictureStyle('light')}</style>
      <rect width={previewBox.width} height={previewBox.height} fill="#fff" />
      <path className="a" d={ground} opacity="0.12" />
      <path className="c" d={draw} fill="none" strokeWidth="6" strokeLinejoin="round" />
      {running && <circle className="a" cx={running.x - previewDot} cy={running.y} r={previewDot} />}
      {lines.map((text, i) => (
        <text key={i} className="t" x="64" y={116 + i * 64} fontSize="54" fontWeight="600">
          {text}
        </text>
      ))}
      <text className="t" x="64" y="318" fontSize="88" fontWeight="600">
        {number}
      </text>
      <text className="m" x="64" y="368" fontSize="30">
        {`${unit.join(' ')} · ${span}`}
      </text>
      <text className="m" x={previewBox.width - 64} y="368" fontSize="30" fontWeight="600" textAnchor="end">
        {siteName}
      </text>
    </svg>,
  );
}

type Place = typeof plot;

/** A running day or week is a point apart from the line, as in the charts of pages. */
function shapeOf(
  { buckets, values }: Pick<SharePicture, 'buckets' | 'values'>,
  { left: from, right, top, bottom, base }: Place,
) {
  let x = scalePoint<number>(
    values.map((_, i) => i),
    [from, right],
  );
  let y = scaleLinear([0, Math.max(1, max(values) ?? 0)], [bottom, top]).nice(yTickCount);
  let left = (i: number) => round(x(i) ?? from);
  let height = (value: number) => round(y(value));
  let at = runningBucket(buckets);
  let isDrawn = (_: number, i: number) => i !== at;
  let draw = line<number>((_, i) => left(i), height)
    .defined(isDrawn)
    .digits(1);
  let ground = area<number>((_, i) => left(i), base, height)
    .defined(isDrawn)
    .digits(1);
  return {
    ticks: y.ticks(yTickCount).filter(Number.isInteger),
    left,
    height,
    draw: draw(values) ?? '',
    ground: ground(values) ?? '',
    running: at < 0 ? undefined : { x: left(at), y: height(values[at] ?? 0) },
  };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function anchors(index: number, count: number): 'start' | 'middle' | 'end' {
  if (index === 0) return 'start';
  return index === count - 1 ? 'end' : 'middle';
}

/** At most two lines; East Asian characters count twice. */
function inLines(title: string): string[] {
  let lines = [''];
  for (let word of title.split(' ')) {
    let longer = `${lines.at(-1)} ${word}`.trim();
    if (widthOf(longer) <= lineMax || lines.at(-1) === '') lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  let [first = '', ...rest] = lines;
  return [first, rest.join(' ')].filter(Boolean).map((text) => shortened(text, lineMax));
}

function widthOf(text: string): number {
  return [...text].reduce((sum, letter) => sum + (letter.codePointAt(0)! >= 0x1100 ? 2 : 1), 0);
}

function shortened(text: string, most: number): string {
  let letters = [...printable(text)];
  if (widthOf(letters.join('')) <= most) return letters.join('');
  while (widthOf(letters.join('')) > most - 1) letters.pop();
  return `${letters.join('').trimEnd()}…`;
}

/** Drops characters that XML forbids; React escapes the others. */
function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cs}\ufffe\uffff]/gu, '');
}

export function sentencePicture(sentence: string, theme: PictureTheme): string {
  return renderToStaticMarkup(
    <svg
      xmlns="http://www.w3.org/2000/svg"
      viewBox="0 0 800 96"
      width="800"
      height="96"
      role="img"
      aria-label={sentence}
      fontFamily={fonts}
    >
      <style>{pictureStyle(theme)}</style>
      <rect className="g" x="0.5" y="0.5" width="799" height="95" rx="8" />
      <text className="m" x="400" y="53" fontSize="15" textAnchor="middle">
        {sentence}
      </text>
    </svg>,
  );
}
