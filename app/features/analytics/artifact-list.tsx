import { figures } from 'contract/analytics/figures';
import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { SortLink } from '../../charts/list-table';
import { Sparkline } from '../../charts/sparkline';
import { ChangeText } from '../../ui/change-text';
import { PackageIcon } from '../../ui/package-icon';
import { Pager } from '../../ui/pager';
import { Table, TableCell, TableRow } from '../../ui/table';
import type { ArtifactLine, ArtifactListData } from './artifact-list.server';

interface ArtifactListProps {
  caption: string;
  /** Label of the totals. */
  counted: string;
  people?: string;
  list: ArtifactListData;
  /** URL of a row's page. */
  to: (line: ArtifactLine) => string;
  /** Last column. */
  last?: { label: string; hiddenLabel?: boolean; cell: (line: ArtifactLine) => ReactNode };
}

export function ArtifactList({ caption, counted, people = figures.users.label, list, to, last }: ArtifactListProps) {
  let { lines, isCompared, heads, page, pages, path } = list;
  let sortable = (name: string, column: number) => ({
    label: <SortLink head={heads[column]}>{name}</SortLink>,
    name,
    sorted: heads[column]?.sorted || undefined,
  });
  let columns = [
    sortable('Name', 0),
    { ...sortable(counted, 1), numeric: true },
    ...(isCompared ? [{ ...sortable('Change', 2), numeric: true }] : []),
    { ...sortable(people, 3), numeric: true },
    { label: 'Trend' },
    sortable('Last event', 5),
    ...(last ? [last] : []),
  ];
  return (
    <>
      <span id="artifacts-table" />
      <Table caption={caption} columns={columns}>
        {lines.map((line) => (
          <TableRow key={line.id}>
            <TableCell rowHeader className="min-w-44">
              <Link
                to={to(line)}
                translate="no"
                className="flex items-center gap-2 wrap-anywhere text-accent underline"
              >
                <PackageIcon type={line.type} className="size-5" />
                {line.name}
              </Link>
            </TableCell>
            <TableCell numeric>{line.total}</TableCell>
            {isCompared && (
              <TableCell numeric>
                <ChangeText change={line.change} fresh={line.fresh} why={line.why} />
              </TableCell>
            )}
            <TableCell numeric>{line.users}</TableCell>
            <TableCell className="min-w-28 sm:w-36">
              {line.spark && <Sparkline data={line.spark} className="inline-block h-6 w-28 sm:w-full" />}
            </TableCell>
            <TableCell className="whitespace-nowrap">
              {line.lastEvent || <span className="text-muted">None</span>}
            </TableCell>
            {last && <TableCell className="whitespace-nowrap">{last.cell(line)}</TableCell>}
          </TableRow>
        ))}
      </Table>
      {pages > 1 && (
        <div className="py-4">
          <Pager page={page} pages={pages} to={(n) => `${path}page=${n}`} />
        </div>
      )}
    </>
  );
}
