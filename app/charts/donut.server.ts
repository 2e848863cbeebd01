/** Geometry of donut charts, clockwise from the top. */
import { arc, pie, type PieArcDatum } from 'd3-shape';
import { formatInteger, formatPercent } from '../ui/numbers';
import { type Tone, toneAt } from './chart-style';
import { indexes } from './geometry.server';
import { sortRows, type SortOrder } from './table-sort.server';

export interface DonutPart {
  name: string;
  value: number;
  /** The remainder, in the muted color. */
  isRest?: boolean;
  to?: string;
}

interface Slice {
  name: string;
  /** Link target; empty without a link. */
  to: string;
  path: string;
  tone: Tone;
  value: string;
  share: string;
}

export interface DonutData {
  slices: Slice[];
  /** Slice indexes in list order. */
  listed: number[];
  total: number;
}

const outer = 48;
const inner = 32;
const gapRadians = 0.02;

/** Parts of zero are dropped. `order` sorts the list: column 0 is the name, 1 the value. */
export function donut(parts: DonutPart[], order?: SortOrder): DonutData {
  let shown = parts.filter((part) => part.value > 0);
  let total = shown.reduce((sum, part) => sum + part.value, 0);
  let angles = pie<DonutPart>()
    .value((part) => part.value)
    .sort(null)
    .padAngle(shown.length > 1 ? gapRadians : 0);
  let draw = arc<PieArcDatum<DonutPart>>().innerRadius(inner).outerRadius(outer).digits(2);
  let slices = angles(shown).map((angle, i) => ({
    name: angle.data.name,
    to: angle.data.to ?? '',
    path: draw(angle) ?? '',
    tone: angle.data.isRest ? 'rest' : toneAt(i),
    value: formatInteger(angle.data.value),
    share: formatPercent(angle.data.value, total),
  }));
  let all = indexes(shown);
  let listed = order ? sortRows(all, order, (i, column) => [shown[i]?.name, shown[i]?.value][column]) : all;
  return { slices, listed, total };
}
