/**
 * Tables whose rows stack on narrow screens, each value beside the label of its column; numbers
 * stand right aligned in tabular figures. Roles are written out: a table that is not laid out as
 * one is no table to some screen readers.
 */
import type { ComponentProps, CSSProperties, ReactNode } from 'react';
import { classes } from './class-names';

export interface TableColumn {
  label: ReactNode;
  /** The label as text, where it is a link. */
  name?: string;
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
  columns: readonly TableColumn[];
  /** `Row`s made of `Cell`s. */
  children: ReactNode;
}

/** Written out for tables that are not laid out as one: see above. */
export function role(name: 'table' | 'rowgroup' | 'row' | 'columnheader' | 'rowheader' | 'cell') {
  return { role: name };
}

export function Table({ caption, showCaption = false, columns, children }: TableProps) {
  return (
    <div role="region" aria-label={caption} tabIndex={0} className="scrolls relative overflow-x-auto">
      <table {...role('table')} className="stacks w-full border-collapse text-sm" style={labelsOf(columns)}>
        <caption className={showCaption ? 'px-4 pb-2 text-left font-medium sm:px-5' : 'sr-only'}>{caption}</caption>
        <thead {...role('rowgroup')}>
          <tr {...role('row')} className="border-b border-line text-muted">
            {columns.map((column, i) => (
              <th
                key={i}
                scope="col"
                {...role('columnheader')}
                aria-sort={column.sorted}
                className={classes(cellClass(column.numeric), 'font-medium whitespace-nowrap')}
              >
                {column.hiddenLabel ? <span className="sr-only">{column.label}</span> : column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...role('rowgroup')} className="divide-y divide-line">
          {children}
        </tbody>
      </table>
    </div>
  );
}

/** `--l1: "Name"` and so on: app.css writes them beside the values of stacked rows. */
function labelsOf(columns: readonly TableColumn[]): CSSProperties {
  let labels = columns.map(({ label, name, hiddenLabel }) => name ?? (hiddenLabel ? '' : label));
  return Object.fromEntries(
    labels.flatMap((label, i) => (typeof label === 'string' ? [[`--l${i + 1}`, JSON.stringify(label)]] : [])),
  );
}

/** A row of a table. */
export function TableRow(props: ComponentProps<'tr'>) {
  return <tr {...role('row')} {...props} />;
}

interface CellProps {
  numeric?: boolean;
  /** The cell that names its row. */
  rowHeader?: boolean;
  className?: string;
  children?: ReactNode;
}

export function TableCell({ numeric, rowHeader = false, className, children }: CellProps) {
  let look = classes(cellClass(numeric), className);
  return rowHeader ? (
    <th scope="row" {...role('rowheader')} className={classes(look, 'font-medium')}>
      {children}
    </th>
  ) : (
    <td {...role('cell')} className={look}>
      {children}
    </td>
  );
}

function cellClass(numeric = false): string {
  return classes(
    'px-3 py-2 align-top first:pl-4 last:pr-4 sm:first:pl-5 sm:last:pr-5',
    numeric ? 'text-right tabular-nums whitespace-nowrap' : 'text-left',
  );
}
