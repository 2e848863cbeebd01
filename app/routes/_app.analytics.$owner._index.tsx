/** /analytics/:owner: the long report on chosen packages and pixels over a date range. */
import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { AlertBell } from '../features/alerts/alert-bell';
import { CountingNote } from '../features/counting/counting-note';
import { RangeTools } from '../features/date-range/range-tools';
import { FilterBar } from '../features/filters/filter-bar';
import { FilterMenu } from '../features/filters/filter-menu';
import { ExportMenu } from '../features/analytics/export-menu';
import { AnalyticsForm } from '../features/analytics/analytics-form';
import { AnalyticsReportPage, NoReport } from '../features/analytics/analytics-report';
import { reportTerms } from '../features/analytics/report-summary';
import { RetentionNote } from '../features/retention/retention-notes';
import { markCacheable } from '../session/response-cache.server';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';
import { requireReport } from '../session/guards.server';
import { LinkButton } from '../ui/button';
import { Card } from '../ui/card';
import { NextStep } from '../ui/empty-state';
import { PageTitle } from '../ui/page-title';
import { analyticsPage } from '../reports/analytics.server';

export const meta = pageMeta<{ about: string }>(({ data: page }) => ({
  title: page ? `${page.about} · Analytics` : 'Analytics',
  description: 'Downloads and views over time, by version, platform, country and company.',
}));

export async function loader(args: LoaderFunctionArgs) {
  let signedIn = await requireReport(args);
  markCacheable(args.context);
  let { page, status } = await analyticsPage(signedIn, args);
  return data(page, { status });
}

export default function Analytics() {
  let page = useLoaderData<typeof loader>();
  let {
    owner,
    heading,
    alertPackage,
    versionPage,
    fields,
    steps,
    withStep,
    form,
    links,
    aiAgents,
    mayExport: exportable,
    files,
    share,
    filters,
    query,
    report,
    next,
    note,
    counted,
  } = page;
  let isEmpty = form.packages.length + form.pixels.length === 0;
  return (
    <div className="flex flex-col gap-4">
      <PageTitle
        title={heading}
        actions={
          <>
            <Link to={aiAgents} className="text-sm text-accent underline">
              AI agents
            </Link>
            {exportable && (
              <Link to={paths.live(owner)} className="text-sm text-accent underline">
                Live
              </Link>
            )}
          </>
        }
      />
      {!isEmpty && (
        <AnalyticsForm
          owner={owner}
          form={form}
          range={<RangeTools fields={fields} steps={steps} withStep={withStep} />}
          filter={<FilterMenu filters={filters} bots={counted?.toggle} />}
          actions={
            <>
              {share && <AlertBell owner={owner} packageId={alertPackage} />}
              {share && (
                <LinkButton to={share} variant="outline">
                  Share
                </LinkButton>
              )}
              {exportable && files && <ExportMenu {...files} />}
            </>
          }
        />
      )}
      <FilterBar {...filters} globals={0} chips={[]} />
      <RetentionNote note={note} />
      {next && (
        <Card>
          <NextStep step={next} />
        </Card>
      )}
      {report && (
        <AnalyticsReportPage
          owner={owner}
          report={report}
          views={links.views}
          drawn={links.drawn}
          tabs={links.tabs}
          levels={links.levels}
          whole={links.whole}
          versionPage={versionPage}
          note={counted && <CountingNote note={counted} {...reportTerms(report)} />}
          query={query}
        />
      )}
      {!report && !fields.error && !filters.isUnknown && <NoReport owner={owner} isEmpty={isEmpty} />}
    </div>
  );
}
