import { EmptyState } from '../../ui/empty-state';
import { Card } from '../../ui/card';
import { DateTimeText } from '../../ui/moment';
import { Pager } from '../../ui/pager';
import { TableCell, type TableColumn, TableRow, Table } from '../../ui/table';
import type { AuditLine, AuditPage } from './audit-log.server';

interface AuditTableProps {
  audit: AuditPage;
  to: (page: number) => string;
  /** Adds the owner column, for the whole installation. */
  withOwner?: boolean;
}

export function AuditLog({ audit: { lines, page, pages }, to, withOwner = false }: AuditTableProps) {
  let columns: TableColumn[] = [{ label: 'When' }, { label: 'Who' }, { label: 'What' }, { label: 'From' }];
  if (withOwner) columns.splice(2, 0, { label: 'Owner' });
  return (
    <>
      <Card flush={lines.length > 0}>
        {lines.length === 0 ? (
          <EmptyState title={page > 1 ? 'There is nothing on this page.' : 'No activity yet'} />
        ) : (
          <Table caption="Audit log" columns={columns}>
            {lines.map((line) => (
              <Line key={line.id} line={line} withOwner={withOwner} />
            ))}
          </Table>
        )}
      </Card>
      <Pager page={page} pages={pages} to={to} />
    </>
  );
}

function Line({ line, withOwner }: { line: AuditLine; withOwner: boolean }) {
  return (
    <TableRow>
      <TableCell>
        <DateTimeText iso={line.time} />
      </TableCell>
      <TableCell className="break-words">{line.who}</TableCell>
      {withOwner && <TableCell className="break-words">{line.owner}</TableCell>}
      <TableCell className="min-w-48">
        {line.what}
        {line.target && <span className="block break-words text-muted">{line.target}</span>}
      </TableCell>
      <TableCell className="whitespace-nowrap">
        {line.address || 'Unknown'}
        <span className="block text-muted">{line.agent}</span>
      </TableCell>
    </TableRow>
  );
}
