import { Link } from '@remix-run/react';
import { figures, seenFigures } from 'contract/analytics/figures';
import { SortLink, TableCsvLink } from '../../charts/list-table';
import { Badge } from '../../ui/badge';
import { Card } from '../../ui/card';
import { Part } from '../../ui/part';
import { RowLink } from '../../ui/row-link';
import { TableCell, TableRow, Table } from '../../ui/table';
import type { CompanyTableData } from './company-table.server';

interface CompanyTableProps {
  companies: CompanyTableData | undefined;
  withDownloads: boolean;
  withViews: boolean;
  /** Without the domain, and the first date, which a new company tells by its badge. */
  isNarrow?: boolean;
}

export function CompanyTable({ companies, ...props }: CompanyTableProps) {
  return (
    <Part title="Companies" of={companies}>
      {(known) => <Companies {...props} companies={known} />}
    </Part>
  );
}

function Companies(props: CompanyTableProps & { companies: CompanyTableData }) {
  let { companies, withDownloads, withViews, isNarrow = false } = props;
  let { table } = companies;
  let { first, last } = seenFigures(withDownloads, withViews);
  let column = (label: string, at: number, numeric = false) => {
    let head = table?.heads[at];
    return {
      label: <SortLink head={head}>{label}</SortLink>,
      name: label,
      numeric,
      sorted: head?.sorted || undefined,
    };
  };
  let columns = [
    column('Company', 0),
    ...(withDownloads ? [column(figures.downloads.label, 1, true), column(figures.users.label, 2, true)] : []),
    ...(withViews ? [column(figures.views.label, 3, true)] : []),
    ...(isNarrow ? [] : [column(first.label, 4)]),
    column(last.label, 5),
  ];
  return (
    <Card
      title="Companies"
      description={isNarrow ? undefined : 'Matched by IP address. Low-confidence matches are hidden.'}
      flush
    >
      {companies.rows.length === 0 ? (
        <p className="px-4 pb-4 text-sm text-muted sm:px-6">No companies identified yet.</p>
      ) : (
        <Table caption="Companies by downloads and views" columns={columns}>
          {companies.rows.map((row) => (
            <TableRow key={row.name + row.domain}>
              <TableCell rowHeader>
                <RowLink to={row.to}>{row.name}</RowLink> {row.isNew && <Badge colour="green">New</Badge>}
                <span className="text-xs font-normal text-muted max-sm:block sm:ml-2">
                  {!isNarrow && `${row.domain} `}
                  {row.profile && (
                    <Link to={row.profile} className="text-accent underline">
                      Profile<span className="sr-only"> of {row.name}</span>
                    </Link>
                  )}
                </span>
              </TableCell>
              {withDownloads && <TableCell numeric>{row.downloads}</TableCell>}
              {withDownloads && <TableCell numeric>{row.uniqueDownloads}</TableCell>}
              {withViews && <TableCell numeric>{row.views}</TableCell>}
              {!isNarrow && <TableCell className="whitespace-nowrap">{row.firstSeen}</TableCell>}
              <TableCell className="whitespace-nowrap">{row.lastSeen}</TableCell>
            </TableRow>
          ))}
        </Table>
      )}
      {(companies.rows.length > 0 || companies.rest) && (
        <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1 px-4 py-3 text-sm text-muted sm:px-6">
          {companies.rows.length > 0 && <TableCsvLink table={table} title="Companies" />}
          {companies.rest && <span className="text-xs">{companies.rest}</span>}
        </div>
      )}
    </Card>
  );
}
