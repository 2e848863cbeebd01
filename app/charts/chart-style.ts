/** Colors and dash patterns of series, in the same order in all charts: never color alone. */

export type Tone = '1' | '2' | '3' | '4' | '5' | '6' | 'rest';

const ordered: readonly Tone[] = ['1', '2', '3', '4', '5', '6'];

/** After the sixth, `rest`. */
export function toneAt(index: number): Tone {
  return ordered[index] ?? 'rest';
}

export const strokes: Record<Tone, string> = {
  '1': 'stroke-chart-1',
  '2': 'stroke-chart-2',
  '3': 'stroke-chart-3',
  '4': 'stroke-chart-4',
  '5': 'stroke-chart-5',
  '6': 'stroke-chart-6',
  rest: 'stroke-chart-rest',
};

export const fills: Record<Tone, string> = {
  '1': 'fill-chart-1',
  '2': 'fill-chart-2',
  '3': 'fill-chart-3',
  '4': 'fill-chart-4',
  '5': 'fill-chart-5',
  '6': 'fill-chart-6',
  rest: 'fill-chart-rest',
};

export const grounds: Record<Tone, string> = {
  '1': 'bg-chart-1',
  '2': 'bg-chart-2',
  '3': 'bg-chart-3',
  '4': 'bg-chart-4',
  '5': 'bg-chart-5',
  '6': 'bg-chart-6',
  rest: 'bg-chart-rest',
};

/** Of stacked areas: one color, the first in full, the remainder grey. */
export const tintFills: Record<Tone, string> = {
  '1': 'fill-chart-1',
  '2': 'fill-chart-1/75',
  '3': 'fill-chart-1/55',
  '4': 'fill-chart-1/38',
  '5': 'fill-chart-1/24',
  '6': 'fill-chart-1/14',
  rest: 'fill-sunken',
};

export const tintGrounds: Record<Tone, string> = {
  '1': 'bg-chart-1',
  '2': 'bg-chart-1/75',
  '3': 'bg-chart-1/55',
  '4': 'bg-chart-1/38',
  '5': 'bg-chart-1/24',
  '6': 'bg-chart-1/14',
  rest: 'border border-line bg-sunken',
};

export const dashes: Record<Tone, string | undefined> = {
  '1': undefined,
  '2': '6 3',
  '3': '2 3',
  '4': '10 3 2 3',
  '5': '4 4',
  '6': '1 4',
  rest: '3 6',
};

export interface ChartMarkup {
  /** Omitted if the document has it under `key`. */
  html?: string | undefined;
  key?: string;
}

/** Id prefix for the elements of a chart. */
export function chartId(title: string): string {
  return title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
}

export interface ChartBox {
  width: number;
  height: number;
}

/** View boxes of charts; browsers scale them. */
export const lineBox = { width: 1_000, height: 100 } as const;
export const sparkBox = { width: 100, height: 24 } as const;
export const donutBox = { radius: 50 } as const;
export const calendarBox = { step: 13, square: 11, left: 28, top: 14, height: 105 } as const;
