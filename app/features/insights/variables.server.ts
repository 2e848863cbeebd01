/**
 * What the variables of requests said: which there are, and the values of one of them. Variables
 * are what a path captured and what a query held.
 */
import type { Bar } from '../../charts/bars.server';
import type { Days } from '../../charts/days.server';
import type { Ask } from './aggregation-client.server';
import { breakdownBars } from './breakdown.server';
import { dimensions } from './names.server';

const namesMax = 100;
const barsMax = 10;

export interface VariablesData {
  /** The most frequent first. */
  names: string[];
  /** The variable shown; empty when there is none. */
  chosen: string;
  bars: Bar[];
}

/**
 * Values of the variable asked for, or of the most frequent one when it is not among those of these
 * days.
 */
export async function variablesData(ask: Ask, days: Days, wanted: string): Promise<VariablesData> {
  let rows = await ask({ days, breakdown: 'by-variable-name', limit: namesMax });
  let chosen = rows.find(({ variable }) => variable === wanted) ?? rows[0];
  if (!chosen) return { names: [], chosen: '', bars: [] };
  let variable = chosen.variable ?? '';
  let values = await ask({ days, breakdown: 'by-variable', variable, limit: barsMax });
  return {
    names: rows.flatMap((row) => row.variable ?? []),
    chosen: variable,
    bars: breakdownBars(values, dimensions.variable, chosen.total),
  };
}
