/** Companies behind the events, the most active first. */
import { Link } from '@remix-run/react';
import { type KeptQuery, paths } from '../../paths';
import { Card } from '../../ui/card';
import { RowLink } from '../../ui/row-link';
import { Cell, Table } from '../../ui/table';
import type { CompaniesData } from './companies.server';

interface CompanyTableProps {
  owner: string;
  /** For the links to the companies. */
  kept: KeptQuery;
  companies: CompaniesData;
  withDownloads: boolean;
  withViews: boolean;
}

export function CompanyTable({ owner, kept, companies, withDownloads, withViews }: CompanyTableProps) {
  let columns = [
    { label: 'Company' },
    ...(withDownloads ? [numeric('Downloads'), numeric('Unique sources')] : []),
    ...(withViews ? [numeric('Views')] : []),
    { label: 'First seen' },
    { label: 'Last seen' },
  ];
  return (
    <Card
      title="Companies"
      description="First seen ever, last seen within the range (UTC days). A company is whoever an address is registered to, or who you say it is; its page has the reason. Matches of low confidence are left out."
      flush
    >
      {companies.rows.length === 0 ? (
        <p className="px-4 pb-4 text-sm text-muted sm:px-5">No known company in this range.</p>
      ) : (
        <Table caption="Companies, the most active first" columns={columns}>
          {companies.rows.map((row) => (
            <tr key={row.name + row.domain}>
              <Cell rowHeader>
                <RowLink to={row.to}>{row.name}</RowLink>
                <span className="block text-xs font-normal text-muted">
                  {row.domain}{' '}
                  <Link to={paths.company(owner, row.domain || row.name, kept)} className="text-accent underline">
                    Profile<span className="sr-only"> of {row.name}</span>
                  </Link>
                </span>
              </Cell>
              {withDownloads && <Cell numeric>{row.downloads}</Cell>}
              {withDownloads && <Cell numeric>{row.uniqueDownloads}</Cell>}
              {withViews && <Cell numeric>{row.views}</Cell>}
              <Cell className="whitespace-nowrap">{row.firstSeen}</Cell>
              <Cell className="whitespace-nowrap">{row.lastSeen}</Cell>
            </tr>
          ))}
        </Table>
      )}
      {companies.rest && <p className="px-4 py-3 text-sm text-muted sm:px-5">{companies.rest}</p>}
    </Card>
  );
}

function numeric(label: string) {
  return { label, numeric: true };
}
