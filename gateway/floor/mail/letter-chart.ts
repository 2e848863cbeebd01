/** Bars of table cells, which every mail program draws: many show neither SVG nor remote images. */
import { greatest } from 'contract/floor/extremes';

export interface EmailBar {
  /** `Mon, Nov 9`. */
  label: string;
  value: number;
  /** `1,234`. */
  text: string;
}

const heightPx = 72;
/** More bars have no numbers, and only the first and the last have a label. */
const labelledMax = 7;

export const accent = '#2f5bd7';

/** `title` names what is counted. Nothing to draw without a value. */
export function barChart(title: string, bars: readonly EmailBar[]): string {
  let highest = greatest(bars.map(({ value }) => value));
  if (!(highest > 0)) return '';
  let isLabelled = bars.length <= labelledMax;
  let columns = bars.map((bar) => column(bar, Math.round((heightPx * bar.value) / highest), isLabelled));
  let spoken = `${title}. ${bars.map(({ label, text }) => `${label}: ${text}`).join('; ')}`;
  let table =
    'width:100%;max-width:30em;table-layout:fixed;border-collapse:collapse;font-size:12px;line-height:1.35;text-align:center;margin-bottom:1em';
  return `<p style="font-size:14px;margin:0 0 .3em">${title}</p>\n<table role="img" aria-label="${spoken}" cellspacing="0" style="${table}"><tr>${columns.join('')}</tr><tr>${labels(bars, isLabelled)}</tr></table>`;
}

function column({ text, value }: EmailBar, height: number, isLabelled: boolean): string {
  let bar = `<td height="${height}" bgcolor="${accent}" style="height:${height}px;background:${accent};padding:0;font-size:0;line-height:0">&nbsp;</td>`;
  let inner = `<table width="100%" cellspacing="0" style="border-collapse:collapse"><tr>${bar}</tr></table>`;
  let number = isLabelled ? `<div style="padding-bottom:2px">${text}</div>` : '';
  return `<td valign="bottom" style="vertical-align:bottom;padding:0 ${isLabelled ? 4 : 1}px">${number}${value > 0 ? inner : ''}</td>`;
}

function labels(bars: readonly EmailBar[], isLabelled: boolean): string {
  if (isLabelled)
    return bars
      .map(({ label }) => `<td style="padding-top:4px;vertical-align:top">${label.replace(', ', '<br>')}</td>`)
      .join('');
  let half = Math.floor(bars.length / 2);
  let ends = [
    [half, 'left', bars[0]!.label],
    [bars.length - half, 'right', bars.at(-1)!.label],
  ] as const;
  return ends
    .map(([span, side, label]) => `<td colspan="${span}" style="padding-top:4px;text-align:${side}">${label}</td>`)
    .join('');
}
