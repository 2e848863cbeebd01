/**
 * Tables whose rows stack on narrow screens. Explicit ARIA roles, because CSS `display` removes the
 * table semantics for some screen readers.
 */
import type { ComponentProps, CSSProperties, ReactNode } from 'react';
import { classes } from './class-names';

/** A label that is not plain text, such as a link, also has a name: stacked rows print it. */
type ColumnLabel = { label: string; name?: string } | { label: ReactNode; name: string };

export type TableColumn = ColumnLabel & {
  numeric?: boolean;
  /** Visually hidden, for columns of buttons. */
  hiddenLabel?: boolean;
  sorted?: 'ascending' | 'descending' | undefined;
};

interface TableProps {
  /** Read by screen readers; visible with `showCaption`. */
  caption: string;
  showCaption?: boolean;
  columns: readonly TableColumn[];
  children: ReactNode;
}

export function role(name: 'table' | 'rowgroup' | 'row' | 'columnheader' | 'rowheader' | 'cell') {
  return { role: name };
}

export function Table({ caption, showCaption = false, columns, children }: TableProps) {
  return (
    <div role="region" aria-label={caption} tabIndex={0} className="scrolls relative overflow-x-auto">
      <table {...role('table')} className="stacks w-full border-collapse text-sm" style={labelsOf(columns)}>
        <caption className={showCaption ? 'px-4 pb-2 text-left font-medium sm:px-6' : 'sr-only'}>{caption}</caption>
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

/** CSS variables `--l1: "Name"`, …: app.css prints them next to stacked values. */
function labelsOf(columns: readonly TableColumn[]): CSSProperties {
  let labels = columns.map(({ label, name, hiddenLabel }) => name ?? (hiddenLabel ? '' : label));
  return Object.fromEntries(
    labels.flatMap((label, i) => (typeof label === 'string' ? [[`--l${i + 1}`, JSON.stringify(label)]] : [])),
  );
}

export function TableRow(props: ComponentProps<'tr'>) {
  return <tr {...role('row')} {...props} />;
}

interface CellProps {
  numeric?: boolean;
  /** The name of what the row is about, which no browser translates. */
  rowHeader?: boolean;
  className?: string;
  children?: ReactNode;
}

export function TableCell({ numeric, rowHeader = false, className, children }: CellProps) {
  let look = classes(cellClass(numeric), className);
  return rowHeader ? (
    <th scope="row" {...role('rowheader')} translate="no" className={classes(look, 'font-medium')}>
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
    'px-3 py-2 align-top first:pl-4 last:pr-4 sm:first:pl-6 sm:last:pr-6',
    numeric ? 'text-right tabular-nums whitespace-nowrap' : 'text-left',
  );
}
