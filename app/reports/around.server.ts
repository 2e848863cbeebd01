/**
 * The context of a report's numbers: what is counted, annotations in its charts, and
 * events that were deleted.
 */
import { promiseHash } from 'remix-utils/promise';
import type { AnyRole } from 'contract/accounts/users';
import type { ChartNotes } from '../charts/chart-notes.server';
import type { ReportPeriod, Selection } from '../features/analytics/aggregate-query.server';
import type { ReportTables } from '../features/analytics/report-tables.server';
import { chartNotes } from '../features/annotations/annotations.server';
import { type CountingNoteData, readCountingNote } from '../features/counting/counting-note.server';
import type { ActiveFilters } from '../features/filters/filters.server';
import { retentionNote } from '../features/retention/retention.server';
import { type DrillDownLink } from '../charts/drill-down.server';
import type { ReportQuery } from '../links/query-parameters';
import { mayChange, mayExport } from '../session/roles.server';
import type { SignedIn } from '../session/guards.server';

interface AroundAsked {
  selection: Selection;
  role: AnyRole;
  /** With members of the package alone. */
  isShared?: boolean;
  filters: ActiveFilters;
  tables: ReportTables;
  /** URL of the report with another parameter. */
  to: (change: ReportQuery) => string;
  toRows: DrillDownLink;
  /** URL of the check of its numbers. */
  recount: string;
}

export interface AroundReport {
  counted: CountingNoteData | null;
  /** Null if they could not be loaded. */
  notes: ChartNotes | null;
  /** Deleted events; empty if none are missing. */
  note: string;
}

export const nothingAround: AroundReport = { counted: null, notes: null, note: '' };

export function readAround(
  { call, owner }: SignedIn & { owner: string },
  range: ReportPeriod,
  { selection, role, isShared = false, filters, tables, to, toRows, recount }: AroundAsked,
): Promise<AroundReport> {
  return promiseHash({
    counted: readCountingNote(
      call,
      owner,
      { ...selection, time: range.time, chart: range },
      {
        to: (noise) => to({ noise }),
        toRows,
        filters: filters.settings,
        verification: mayExport(role) && !isShared ? recount : null,
      },
    ),
    notes: isShared
      ? Promise.resolve(null)
      : chartNotes(
          call,
          owner,
          { ...range, packages: selection.packages },
          { mayChange: mayChange(role), page: tables.page },
        ),
    note: isShared
      ? Promise.resolve('')
      : retentionNote(call, owner, { from: range.days.from, previousFrom: range.previous?.days.from }),
  });
}
