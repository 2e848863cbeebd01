/** /home/:owner: the last 30 days of an owner, or the first steps. */
import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { defaultRange } from '../features/date-range/range.server';
import { FilterBar } from '../features/filters/filter-bar';
import { readActiveFilters } from '../features/filters/read.server';
import { CompanyTable } from '../features/insights/company-table';
import { ReportHead } from '../features/insights/report-summary';
import { AllHidden, FirstEvent, Welcome } from '../features/insights/getting-started';
import { homeData } from '../features/insights/home.server';
import type { OverviewData } from '../features/insights/report-summary.server';
import { pageMeta } from '../meta';
import { paths } from '../paths';
import { requireOwner } from '../session/guards.server';
import { LinkButton } from '../ui/button';
import { PageTitle } from '../ui/page-title';

export const meta = pageMeta({
  title: 'Home',
  description: 'The latest numbers of an owner’s packages and pixels at a glance.',
});

export async function loader(args: LoaderFunctionArgs) {
  let signedIn = await requireOwner(args);
  let { call, owner } = signedIn;
  let filterId = new URL(args.request.url).searchParams.get('filter_id') ?? undefined;
  let filters = await readActiveFilters(signedIn, filterId, (filter_id) => paths.home(owner, { filter_id }));
  if (filters.isUnknown) return data({ owner, filterId, filters, home: null }, { status: 404 });
  return data({ owner, filterId, filters, home: await homeData(call, owner, defaultRange(Date.now()), filterId) });
}

export default function HomePage() {
  let { owner, filterId, filters, home } = useLoaderData<typeof loader>();
  if (home?.state === 'new') return <Welcome owner={owner} />;
  return (
    <div className="flex flex-col gap-5">
      <PageTitle
        title="Package Insights"
        description="Last 30 days"
        actions={
          <>
            <LinkButton to={paths.dashboard(owner, { filter_id: filterId })} variant="outline" size="sm">
              Dashboard
            </LinkButton>
            <LinkButton to={paths.analytics(owner, { filter_id: filterId })} variant="outline" size="sm">
              Analytics
            </LinkButton>
          </>
        }
      />
      <FilterBar {...filters} />
      {home?.state === 'waiting' && (
        <FirstEvent owner={owner} first={home.first} hint={home.hint} filtered={filters.globals > 0} />
      )}
      {home?.state === 'hidden' && <AllHidden without={filters.without} />}
      {home?.state === 'active' && <Overview owner={owner} filterId={filterId} overview={home.overview} />}
    </div>
  );
}

interface OverviewProps {
  owner: string;
  filterId: string | undefined;
  overview: OverviewData;
}

function Overview({ owner, filterId, overview }: OverviewProps) {
  return (
    <>
      <ReportHead figures={overview} />
      <CompanyTable owner={owner} filterId={filterId} companies={overview.companies} withDownloads withViews />
    </>
  );
}
