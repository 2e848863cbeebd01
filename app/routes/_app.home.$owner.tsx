/**
 * /home/:owner and /dashboard/:owner: an owner's numbers, packages and pixels, or the first steps.
 * With `?package=` or `?pixel=` the short report of one.
 */
import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { omitRepeatedMarkup } from '../charts/chart-markup.server';
import { ArtifactPage } from '../features/analytics/artifact-page';
import { ExportMenu } from '../features/analytics/export-menu';
import { OverviewPage } from '../features/analytics/overview-page';
import { reportTerms } from '../features/analytics/report-summary';
import { Welcome } from '../features/analytics/getting-started';
import { AlertBell } from '../features/alerts/alert-bell';
import { CountingNote } from '../features/counting/counting-note';
import { RangeTools } from '../features/date-range/range-tools';
import { FilterBar } from '../features/filters/filter-bar';
import { FilterMenu } from '../features/filters/filter-menu';
import { FirstEventWatch } from '../features/live/first-event';
import { RetentionNote } from '../features/retention/retention-notes';
import { PackageField } from '../forms/package-field';
import { ReportTools } from '../forms/report-tools';
import { paths } from '../links/paths';
import { homeReport } from '../reports/home.server';
import { requireReport } from '../session/guards.server';
import { markCacheable } from '../session/response-cache.server';
import { pageMeta } from '../shell/meta';
import type { PageHandle } from '../shell/page-handle';
import { LinkButton } from '../ui/button';
import { PageTitle } from '../ui/page-title';

export const meta = pageMeta(({ data: page }) => ({
  title: headingOf(page),
  description: 'Downloads, views and companies of all packages and pixels of an owner.',
}));
export const handle: PageHandle = {
  breadcrumb: ({ params: { owner = '' }, kept, data: page }) => {
    let heading = headingOf(page);
    return heading === title ? [] : [{ label: title, to: paths.home(owner, kept) }, { label: heading }];
  },
};

const title = 'Overview';

function headingOf(page: unknown): string {
  let heading = typeof page === 'object' && page && 'heading' in page && page.heading;
  return typeof heading === 'string' ? heading : title;
}

export async function loader(args: LoaderFunctionArgs) {
  let signedIn = await requireReport(args);
  markCacheable(args.context);
  let { status, ...page } = await homeReport(signedIn, new URL(args.request.url));
  let overview = page.one?.report.overview ?? (page.home?.state === 'active' ? page.home.overview : null);
  omitRepeatedMarkup(args.context, overview?.charts ?? []);
  return data(page, { status });
}

export default function HomePage() {
  let {
    owner,
    links,
    tools,
    filters,
    note: retention,
    counted,
    home,
    headline,
    list,
    one,
    arrival,
  } = useLoaderData<typeof loader>();
  if (home?.state === 'new') return <Welcome owner={owner} />;
  let overview = one?.report.overview ?? (home?.state === 'active' ? home.overview : null);
  let head = counted && overview && <CountingNote note={counted} {...reportTerms(overview)} />;
  let around = (
    <>
      <ReportTools
        action={tools.action}
        kept={tools.kept}
        actions={
          <>
            {tools.share && <AlertBell owner={owner} packageId={tools.package} presets={tools.presets} />}
            {tools.share && (
              <LinkButton to={tools.share} variant="outline">
                Share
              </LinkButton>
            )}
            {tools.files && <ExportMenu {...tools.files} />}
          </>
        }
      >
        {tools.packages.length > 0 && (
          <PackageField value={tools.package || 'all'} packages={tools.packages} hasPixels={false} />
        )}
        <RangeTools fields={tools.fields} steps={tools.steps} withStep={tools.withStep} />
        <FilterMenu filters={filters} bots={counted?.toggle} />
      </ReportTools>
      <FilterBar {...filters} globals={0} chips={[]} />
      <RetentionNote note={retention} />
      {arrival && <FirstEventWatch {...arrival} report={paths.analytics(owner, { pixels: 'show', ...links })} />}
    </>
  );
  return (
    <div className="flex flex-col gap-5">
      {one && (
        <ArtifactPage owner={owner} links={links} {...one} note={head}>
          {around}
        </ArtifactPage>
      )}
      {home && list && (
        <OverviewPage
          owner={owner}
          links={links}
          home={home}
          headline={headline}
          list={list}
          note={head}
          hasGlobalFilters={filters.globals > 0}
        >
          {around}
        </OverviewPage>
      )}
      {!one && !home && (
        <>
          <PageTitle title={title} />
          {around}
        </>
      )}
    </div>
  );
}
