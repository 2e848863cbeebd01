/**
 * Geometry of bar lists: the longest bar is 100 wide. What is not told apart has a number and no
 * bar, which would dwarf the others.
 */
import { max } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import { exact, share } from '../ui/numbers';

export interface BarInput {
  name: string;
  /** A second, quieter line such as a domain. */
  detail?: string;
  value: number;
  /** A smaller count of the same thing, drawn inside the bar: unique sources of downloads. */
  inner?: number;
  /** Everything not known or not named one by one. */
  isRest?: boolean;
}

export interface Bar {
  name: string;
  detail: string;
  width: number;
  innerWidth: number;
  value: string;
  /** Empty when it is not known. */
  inner: string;
  share: string;
}

/** Bars in the given order; `whole` is what shares are taken of. */
export function bars(rows: BarInput[], whole: number): Bar[] {
  let x = scaleLinear([0, Math.max(1, max(rows, (row) => (row.isRest ? 0 : row.value)) ?? 0)], [0, 100]);
  return rows.map((row) => ({
    name: row.name,
    detail: row.detail ?? '',
    width: row.isRest ? 0 : round(x(row.value)),
    innerWidth: row.isRest ? 0 : round(x(row.inner ?? 0)),
    value: exact(row.value),
    inner: row.inner === undefined ? '' : exact(row.inner),
    share: share(row.value, whole),
  }));
}

function round(width: number): number {
  return Math.round(width * 10) / 10;
}
