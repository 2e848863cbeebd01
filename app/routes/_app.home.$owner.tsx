/** /home/:owner: the last 30 days of an owner, or how to begin. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { defaultRange } from '../features/date-range/range.server';
import { CompanyTable } from '../features/insights/company-table';
import { ReportHead } from '../features/insights/figures';
import { FirstEvent } from '../features/insights/first-event';
import { homeData } from '../features/insights/home.server';
import type { OverviewData } from '../features/insights/overview.server';
import { Welcome } from '../features/insights/welcome';
import { pageMeta } from '../meta';
import { paths } from '../paths';
import { requireOwner } from '../session/guards.server';
import { LinkButton } from '../ui/button';
import { PageTitle } from '../ui/page-title';

export const meta = pageMeta({ title: 'Home' });

export async function loader(args: LoaderFunctionArgs) {
  let { call, owner } = await requireOwner(args);
  let filterId = new URL(args.request.url).searchParams.get('filter_id') ?? undefined;
  return { owner, filterId, home: await homeData(call, owner, defaultRange(Date.now())) };
}

export default function HomePage() {
  let { owner, filterId, home } = useLoaderData<typeof loader>();
  if (home.state === 'new') return <Welcome owner={owner} />;
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
      {home.state === 'waiting' ? (
        <FirstEvent owner={owner} first={home.first} />
      ) : (
        <Overview owner={owner} filterId={filterId} overview={home.overview} />
      )}
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
