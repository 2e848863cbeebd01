import type { Bar } from '../../charts/geometry.server';
import type { AskedTime } from 'contract/analytics/asked-time';
import type { ListTable } from '../../charts/table-sort.server';
import type { DrillDown } from '../../charts/drill-down.server';
import type { RunAggregateQuery, ArtifactKind } from './aggregate-query.server';
import { breakdownBars, reportDimensions } from './breakdown.server';
import { type ReportTables, sortedTable } from './report-tables.server';

const namesMax = 100;
const valuesMax = 10;

/** Request variables, captured from paths and queries. */
export interface VariablesData {
  /** Most frequent first. */
  names: string[];
  /** Empty if there is none. */
  chosen: string;
  bars: Bar[];
  table: ListTable | null;
}

interface Around {
  kind: ArtifactKind;
  links: DrillDown;
  tables: ReportTables;
}

/** Falls back to the most frequent variable. */
export async function variablesData(
  ask: RunAggregateQuery,
  time: AskedTime,
  wanted: string,
  { kind, links, tables }: Around,
): Promise<VariablesData> {
  let rows = await ask({ time, breakdown: 'by-variable-name', limit: namesMax, uniques: 'none' });
  let chosen = rows.find(({ variable }) => variable === wanted) ?? rows[0];
  if (!chosen) return { names: [], chosen: '', bars: [], table: null };
  let variable = chosen.variable ?? '';
  let ofPixels = kind === 'tracking-pixel';
  let title = `${ofPixels ? 'Views' : 'Downloads'} by ${variable}`;
  let { order, table } = sortedTable(tables, title, { count: 3 }, ofPixels ? 'view-variable' : 'variable');
  let values = await ask({ time, breakdown: 'by-variable', variable, uniques: 'origins', limit: valuesMax });
  return {
    names: rows.flatMap((row) => row.variable ?? []),
    chosen: variable,
    bars: breakdownBars(values, reportDimensions.variable, chosen.total, { links, order }),
    table,
  };
}
