/** Geometry of donuts: slices clockwise from the top in a box of 100 x 100 around its middle. */
import { arc, pie, type PieArcDatum } from 'd3-shape';
import { exact, share } from '../ui/numbers';
import { type Tone, toneAt } from './tones';

export interface Part {
  name: string;
  value: number;
  /** Everything not named one by one; drawn in the quiet colour. */
  isRest?: boolean;
}

export interface Slice {
  name: string;
  path: string;
  tone: Tone;
  value: string;
  share: string;
}

export interface DonutData {
  slices: Slice[];
  total: number;
}

const outer = 48;
const inner = 32;
const gapRadians = 0.02;

/**
 * A donut of parts in the given order. Parts of zero are left out; without any, there are no
 * slices.
 */
export function donut(parts: Part[]): DonutData {
  let shown = parts.filter((part) => part.value > 0);
  let total = shown.reduce((sum, part) => sum + part.value, 0);
  let angles = pie<Part>()
    .value((part) => part.value)
    .sort(null)
    .padAngle(shown.length > 1 ? gapRadians : 0);
  let draw = arc<PieArcDatum<Part>>().innerRadius(inner).outerRadius(outer).digits(2);
  let slices = angles(shown).map((angle, i) => ({
    name: angle.data.name,
    path: draw(angle) ?? '',
    tone: angle.data.isRest ? 'rest' : toneAt(i),
    value: exact(angle.data.value),
    share: share(angle.data.value, total),
  }));
  return { slices, total };
}
