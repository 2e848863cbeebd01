/**
 * Line chart of a share link as a self-contained SVG, and the larger preview image. No script, link
 * or embedded font.
 */
import { renderToStaticMarkup } from 'react-dom/server';
import type { TimeBucket } from '../../charts/date-buckets.server';
import type { ChartBox } from '../../charts/chart-style';
import { lineChart, type LineChartData, strip } from '../../charts/geometry.server';
import { siteName } from '../../config/site';
import { Mark } from '../../ui/mark';

export interface SharePicture {
  title: string;
  total: string;
  span: string;
  /** `+24%`; empty if it is not compared. */
  change: string;
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
  '.g{fill:#fff;stroke:#d9dde5}.l{stroke:#d9dde5}.t{fill:#171b26}.m{fill:#566074}.c{stroke:#2f5bd7}.a{fill:#2f5bd7}.s{fill:#eef0f4}';
const dark =
  '.g{fill:#171b23;stroke:#2a303c}.l{stroke:#2a303c}.t{fill:#e8ebf2}.m{fill:#a2acbf}.c{stroke:#86a8ff}.a{fill:#86a8ff}.s{fill:#10141b}';

/** `auto` follows the reader's system. */
export function pictureStyle(theme: PictureTheme): string {
  if (theme === 'auto') return `${light}@media(prefers-color-scheme:dark){${dark}}`;
  return theme === 'dark' ? dark : light;
}

const box = { width: 800, height: 320 };
const plot = { left: 64, top: 88, width: 712, height: 184 };
const fonts = 'system-ui,-apple-system,Segoe UI,Roboto,DejaVu Sans,Arial,sans-serif';
const titleMax = 72;

export function shareChart(picture: SharePicture, theme: PictureTheme): string {
  let title = shortened(picture.title, titleMax);
  let figures = figuresOf(picture);
  let chart = chartIn(picture, plot);
  return renderToStaticMarkup(
    <svg
      xmlns="http://www.w3.org/2000/svg"
      viewBox={`0 0 ${box.width} ${box.height}`}
      width={box.width}
      height={box.height}
      role="img"
      aria-label={printable(`${picture.title}: ${figures}`)}
      fontFamily={fonts}
    >
      <style>{pictureStyle(theme)}</style>
      <rect className="g" x="0.5" y="0.5" width={box.width - 1} height={box.height - 1} rx="8" />
      <text className="t" x="24" y="38" fontSize="18" fontWeight="600">
        {title}
      </text>
      <text className="m" x="24" y="62" fontSize="14">
        {figures}
      </text>
      <Sign right={plot.left + plot.width} y={62} size={14} />
      <g transform={`translate(${plot.left} ${plot.top})`}>
        {chart.incomplete.map((i) => (
          <rect key={i} className="s" {...strip(i, chart.labels.length, plot)} />
        ))}
        {chart.yTicks.map(({ top, label }) => (
          <g key={top}>
            <path className="l" d={`M0 ${part(top, plot.height)}H${plot.width}`} />
            <text className="m" x="-8" y={part(top, plot.height) + 4} fontSize="12" textAnchor="end">
              {label}
            </text>
          </g>
        ))}
        <Line chart={chart} of={plot} width={2} />
        {chart.xTicks.map(({ left, label }) => (
          <text
            key={left}
            className="m"
            x={part(left, plot.width)}
            y={plot.height + 24}
            fontSize="12"
            textAnchor={anchorAt(left)}
          >
            {label}
          </text>
        ))}
      </g>
    </svg>,
  );
}

/** Size expected by social networks. */
const previewBox = { width: 1_200, height: 630 };
/** Up to the lower edge; the point at its end is inside. */
const previewPlot = { left: 0, top: 420, width: 1_190, height: 210 };
const lineMax = 34;

/** `font`: available to the renderer. */
export function sharePreview(picture: SharePicture, font: string): string {
  let [number = '', ...unit] = figuresOf(picture).split(' ');
  let lines = inLines(printable(picture.title));
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
      <g transform={`translate(${previewPlot.left} ${previewPlot.top})`}>
        <Line chart={chartIn(picture, previewPlot)} of={previewPlot} width={6} />
      </g>
      {lines.map((text, i) => (
        <text key={i} className="t" x="64" y={116 + i * 64} fontSize="54" fontWeight="600">
          {text}
        </text>
      ))}
      <text className="t" x="64" y="318" fontSize="88" fontWeight="600">
        {number}
      </text>
      <text className="m" x="64" y="368" fontSize="30">
        {unit.join(' ')}
      </text>
      <Sign right={previewBox.width - 64} y={368} size={30} />
    </svg>,
  );
}

function chartIn({ title, buckets, values }: SharePicture, of: ChartBox): LineChartData {
  return lineChart([{ name: title, values: [...values] }], [...buckets], undefined, of);
}

/** `8,954 downloads · Nov 1 – 28, 2026 · +24%`. */
function figuresOf({ total, span, change }: SharePicture): string {
  return [total, span, change].filter(Boolean).join(' · ');
}

/** As in the charts of pages: a dashed line leads to the running day or week. */
function Line({ chart, of, width }: { chart: LineChartData; of: ChartBox; width: number }) {
  let [line] = chart.lines;
  if (!line) return null;
  return (
    <>
      <path className="a" d={line.area} opacity="0.12" />
      <path className="c" d={line.path} fill="none" strokeWidth={width} strokeLinejoin="round" />
      {line.toRunning && (
        <path
          className="c"
          d={line.toRunning}
          fill="none"
          strokeWidth={width * 0.75}
          strokeDasharray={`${width} ${width * 2}`}
          opacity="0.6"
        />
      )}
      <circle className="a" cx={part(line.end.left, of.width)} cy={part(line.end.top, of.height)} r={width * 1.5} />
    </>
  );
}

/** The mark and the name, on the line of a text. Its width depends on the font. */
function Sign({ right, y, size }: { right: number; y: number; size: number }) {
  let left = right - size * 4.5;
  let mark = size * 1.3;
  return (
    <>
      <Mark x={left - mark * 1.3} y={y - mark * 0.8} width={mark} height={mark} />
      <text className="m" x={left} y={y} fontSize={size} fontWeight="600">
        {siteName}
      </text>
    </>
  );
}

function part(percent: number, whole: number): number {
  return Math.round(percent * whole) / 100;
}

function anchorAt(percent: number): 'start' | 'middle' | 'end' {
  if (percent === 0) return 'start';
  return percent === 100 ? 'end' : 'middle';
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
