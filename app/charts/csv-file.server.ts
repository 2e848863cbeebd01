/** Chart numbers as a CSV download. */
import { csvDownload, csvText, type Cell } from '../http/csv.server';
import type { DayRange } from './date-buckets.server';

export function csvFile(name: string, days: DayRange, rows: readonly (readonly Cell[])[]): Response {
  return csvDownload(csvText(rows), `${name}-${days.from}-${days.to}.csv`);
}
