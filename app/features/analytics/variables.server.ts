/** Downloads or views by one variable of their requests. */
import type { Bar } from '../../charts/geometry.server';
import type { DayRange } from '../../charts/date-buckets.server';
import type { ListTable } from '../../charts/table-sort.server';
import type { DrillDown } from '../../charts/drill-down.server';
import type { RunAggregateQuery, ArtifactKind } from './aggregate-query.server';
import { breakdownBars, reportDimensions } from './breakdown.server';
import { type ReportTables, sortedTable } from './report-tables.server';

const namesMax = 100;
const valuesMax = 10;

/** Values of the variables of requests: captured from paths, and from queries. */
export interface VariablesData {
  /** The most frequent first. */
  names: string[];
  /** The variable shown; empty when there is none. */
  chosen: string;
  bars: Bar[];
  table: ListTable | null;
}

interface Around {
  kind: ArtifactKind;
  links: DrillDown;
  tables: ReportTables;
}

/** Values of the wanted variable, or of the most frequent one when the range has no such values. */
export async function variablesData(
  ask: RunAggregateQuery,
  days: DayRange,
  wanted: string,
  { kind, links, tables }: Around,
): Promise<VariablesData> {
  let rows = await ask({ days, breakdown: 'by-variable-name', limit: namesMax, uniques: 'none' });
  let chosen = rows.find(({ variable }) => variable === wanted) ?? rows[0];
  if (!chosen) return { names: [], chosen: '', bars: [], table: null };
  let variable = chosen.variable ?? '';
  let ofPixels = kind === 'tracking-pixel';
  let title = `${ofPixels ? 'Views' : 'Downloads'} by ${variable}`;
  let { order, table } = sortedTable(tables, title, 3, ofPixels ? 'view-variable' : 'variable');
  let values = await ask({ days, breakdown: 'by-variable', variable, uniques: 'origins', limit: valuesMax });
  return {
    names: rows.flatMap((row) => row.variable ?? []),
    chosen: variable,
    bars: breakdownBars(values, reportDimensions.variable, chosen.total, { links, order }),
    table,
  };
}
