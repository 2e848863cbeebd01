/** Geometry of sparklines: one small line without axes in a 100 x 24 box. */
import { max } from 'd3-array';
import { scaleLinear, scalePoint } from 'd3-scale';
import { line } from 'd3-shape';
import { sparkBox } from './box';

export interface SparklineData {
  path: string;
  /** What a reader who cannot see it is told. */
  title: string;
}

/** Keeps the stroke inside the box. */
const inset = 2;

/**
 * A sparkline of values in order of time; null when there are fewer than two, which draw no line.
 */
export function sparkline(values: number[], title: string): SparklineData | null {
  if (values.length < 2) return null;
  let x = scalePoint<number>(
    values.map((_, i) => i),
    [0, sparkBox.width],
  );
  let y = scaleLinear([0, Math.max(1, max(values) ?? 0)], [sparkBox.height - inset, inset]);
  let draw = line<number>((_, i) => x(i) ?? 0, y).digits(1);
  return { path: draw(values) ?? '', title };
}
