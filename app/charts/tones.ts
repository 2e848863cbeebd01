/**
 * Colours and dash patterns of series, in one order everywhere. A series is told by its pattern and
 * its name, not by colour alone.
 */

export type Tone = '1' | '2' | '3' | '4' | '5' | '6' | 'rest';

const ordered: readonly Tone[] = ['1', '2', '3', '4', '5', '6'];

/** The tone of the n-th series or slice (from 0); everything past the sixth is `rest`. */
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

/** `stroke-dasharray` in screen pixels; the first series is solid. */
export const dashes: Record<Tone, string | undefined> = {
  '1': undefined,
  '2': '6 3',
  '3': '2 3',
  '4': '10 3 2 3',
  '5': '4 4',
  '6': '1 4',
  rest: '3 6',
};
