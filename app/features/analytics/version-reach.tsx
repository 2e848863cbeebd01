/** Who downloaded one version of a package. */
import { Link } from '@remix-run/react';
import { figures } from 'contract/analytics/figures';
import { BarList } from '../../charts/bar-list';
import { Card } from '../../ui/card';
import { CopyText } from '../../ui/copy-text';
import { Facts } from '../../ui/description-list';
import { EmptyState } from '../../ui/empty-state';
import { DateTimeText } from '../../ui/moment';
import { CompanyTable } from './company-table';
import { TotalCards } from './report-summary';
import type { RefusedRequests, VersionReach } from './version-reach.server';

interface ReachProps {
  found: VersionReach;
}

export function Reach({ found }: ReachProps) {
  let { recent } = found;
  let counted = { valueLabel: figures.downloads.label, innerLabel: figures.users.label };
  return (
    <>
      <TotalCards cards={found.cards} comparedWith="" />
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-5">
          <Card
            title={recent ? 'Still downloaded?' : 'Before the withdrawal'}
            {...(recent && { description: 'The last 7 days.' })}
          >
            <Facts
              facts={[
                ...(recent
                  ? [
                      { label: 'Downloads', value: recent.downloads },
                      { label: 'Companies', value: recent.companies || 'None' },
                    ]
                  : []),
                { label: 'First download', value: <DateTimeText iso={found.first} /> },
                { label: 'Latest download', value: <DateTimeText iso={found.last} /> },
              ]}
            />
          </Card>
          <Card
            title="Disclosure text"
            description="All downloads to date, for an advisory or a report to an authority."
          >
            <CopyText text={found.disclosure} label="disclosure text" wrap />
          </Card>
        </div>
        <Card title="People and CI">
          <BarList bars={found.audiences} title="People and CI" nameLabel="Audience" {...counted} />
        </Card>
      </div>
      <CompanyTable companies={found.companies} withDownloads withViews={false} />
      <Card title="Countries">
        <BarList bars={found.countries} title="Countries" nameLabel="Country" {...counted} />
      </Card>
    </>
  );
}

/** Requests for a version since it is withdrawn. */
export function Refused({ refused: { all, last, recent, companies } }: { refused: RefusedRequests }) {
  return (
    <Card title="Still requested?" description="Requests that were refused; companies of the last 7 days.">
      <Facts
        facts={[
          { label: 'Last 7 days', value: recent },
          { label: 'Companies', value: companies || 'None' },
          { label: 'In all', value: all },
          { label: 'Latest', value: last ? <DateTimeText iso={last} /> : 'None' },
        ]}
      />
    </Card>
  );
}

export function NoDownloads({ to }: { to: string }) {
  return (
    <EmptyState title="No downloads of this version">
      <Link to={to} className="text-accent underline">
        See all versions
      </Link>
    </EmptyState>
  );
}
