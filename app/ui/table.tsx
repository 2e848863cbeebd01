/**
 * Tables that scroll inside themselves on narrow screens; numbers stand right aligned in tabular
 * figures.
 */
import type { ReactNode } from 'react';
import { classes } from './class-names';

export interface Column {
  label: ReactNode;
  numeric?: boolean;
  /** The label is spoken only, as for a column of buttons. */
  hiddenLabel?: boolean;
  /** How the rows are ordered by this column, where they are. */
  sorted?: 'ascending' | 'descending';
}

interface TableProps {
  /** What the table shows; spoken, and printed above it when `showCaption`. */
  caption: string;
  showCaption?: boolean;
  columns: readonly Column[];
  /** `<tr>` elements made of `Cell`s. */
  children: ReactNode;
}

export function Table({ caption, showCaption = false, columns, children }: TableProps) {
  return (
    <div role="region" aria-label={caption} tabIndex={0} className="relative overflow-x-auto">
      <table className="w-full border-collapse text-sm">
        <caption className={showCaption ? 'px-4 pb-2 text-left font-medium sm:px-5' : 'sr-only'}>{caption}</caption>
        <thead>
          <tr className="border-b border-line text-muted">
            {columns.map((column, i) => (
              <th
                key={i}
                scope="col"
                aria-sort={column.sorted}
                className={classes(cellClass(column.numeric), 'font-medium whitespace-nowrap')}
              >
                {column.hiddenLabel ? <span className="sr-only">{column.label}</span> : column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">{children}</tbody>
      </table>
    </div>
  );
}

interface CellProps {
  numeric?: boolean;
  /** The cell that names its row. */
  rowHeader?: boolean;
  className?: string;
  children?: ReactNode;
}

export function Cell({ numeric, rowHeader = false, className, children }: CellProps) {
  let look = classes(cellClass(numeric), className);
  return rowHeader ? (
    <th scope="row" className={classes(look, 'font-medium')}>
      {children}
    </th>
  ) : (
    <td className={look}>{children}</td>
  );
}

function cellClass(numeric = false): string {
  return classes(
    'px-3 py-2 align-top first:pl-4 last:pr-4 sm:first:pl-5 sm:last:pr-5',
    numeric ? 'text-right tabular-nums whitespace-nowrap' : 'text-left',
  );
}
