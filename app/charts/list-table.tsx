/** Sortable table heads, and the CSV link of a table. */
import type { ReactNode } from 'react';
import { RowLink } from '../ui/row-link';
import type { ListTable, TableHead } from './table-sort.server';

interface HeadProps {
  /** Not sortable if undefined. */
  head: TableHead | undefined;
  className?: string;
  children: ReactNode;
}

export function SortableHead({ head, className, children }: HeadProps) {
  return (
    <th scope="col" aria-sort={head?.sorted || undefined} className={className}>
      <SortLink head={head}>{children}</SortLink>
    </th>
  );
}

export function SortLink({ head, children }: HeadProps) {
  if (!head) return children;
  return (
    <RowLink to={head.to}>
      {children}
      {head.sorted && <span aria-hidden="true">{head.sorted === 'descending' ? ' ↓' : ' ↑'}</span>}
    </RowLink>
  );
}

export function TableCsvLink({ table, title }: { table: Pick<ListTable, 'file'> | null | undefined; title: string }) {
  if (!table?.file) return null;
  return (
    <a href={table.file} download className="text-sm text-accent underline">
      Download CSV<span className="sr-only">: {title}</span>
    </a>
  );
}
