/** Geometry of bar lists: the longest bar is 100 wide. */
import { max } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import { exact, share } from './numbers';

export interface BarInput {
  name: string;
  /** A second, quieter line such as a domain. */
  detail?: string;
  value: number;
  /** A smaller count of the same thing, drawn inside the bar: unique sources of downloads. */
  inner?: number;
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
  isRest: boolean;
}

/** Bars in the given order; `whole` is what shares are taken of. */
export function bars(rows: BarInput[], whole: number): Bar[] {
  let x = scaleLinear([0, Math.max(1, max(rows, (row) => row.value) ?? 0)], [0, 100]);
  return rows.map((row) => ({
    name: row.name,
    detail: row.detail ?? '',
    width: round(x(row.value)),
    innerWidth: round(x(row.inner ?? 0)),
    value: exact(row.value),
    inner: row.inner === undefined ? '' : exact(row.inner),
    share: share(row.value, whole),
    isRest: row.isRest ?? false,
  }));
}

function round(width: number): number {
  return Math.round(width * 10) / 10;
}
