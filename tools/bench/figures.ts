/** Summaries of measurements, and how they are printed. */
import { greatest } from 'contract/floor/extremes';

export interface Figure {
  name: string;
  value: number;
  unit: string;
  /** The target value, as text. */
  aim?: string;
}

/** The median; for an even count, the lower middle value. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The smallest value that `share` (0..1) of all values do not exceed. */
export function quantile(values: readonly number[], share: number): number {
  let sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

/** Figures as lines of a table. */
export function tableOf(figures: readonly Figure[]): string {
  let width = greatest(figures.map(({ name }) => name.length));
  return figures
    .map(({ name, value, unit, aim }) => {
      let shown = value.toLocaleString('en', { maximumFractionDigits: value < 100 ? 1 : 0 });
      return `${name.padEnd(width)}  ${shown.padStart(10)} ${unit.padEnd(12)}${aim ? `aim ${aim}` : ''}`.trimEnd();
    })
    .join('\n');
}
