/** /companies/[owner]/[companyDomain]: one company, its stages, its days, its events. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { omitRepeatedMarkup } from '../charts/chart-markup.server';
import { AlertBell, companyPresets } from '../features/alerts/alert-bell';
import { CompanyUsage } from '../features/analytics/company-usage';
import { reportTerms } from '../features/analytics/report-summary';
import { CountingNote } from '../features/counting/counting-note';
import { CompanyHead, CompanyTitle, EventList } from '../features/companies/company-page';
import { RangeTools } from '../features/date-range/range-tools';
import { FilterMenu } from '../features/filters/filter-menu';
import { ReportTools } from '../forms/report-tools';
import { Matches } from '../features/companies/matches';
import { RetentionNote } from '../features/retention/retention-notes';
import { FilterBar } from '../features/filters/filter-bar';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';
import { companyReport } from '../reports/company.server';
import { requireReport } from '../session/guards.server';
import type { PageHandle } from '../shell/page-handle';
import { LinkButton } from '../ui/button';
import { DangerZone } from '../ui/danger-zone';
import { Icon } from '../ui/icon';
import { LowConfidenceNote } from '../ui/low-confidence-note';
import { Pager } from '../ui/pager';
import { Part } from '../ui/part';
import { Stack } from '../ui/stack';

type Loaded = Awaited<ReturnType<typeof loader>>;

export const meta = pageMeta<Loaded>(({ data }) => ({
  title: data?.company.name ?? 'Company',
  description: 'What one company downloads and reads, and how far it has come.',
}));
export const handle: PageHandle<Loaded> = {
  breadcrumb: ({ params: { owner = '' }, data }) => {
    let list = data?.hasList ? { to: paths.insights(owner, data.list) } : {};
    return [
      { label: 'Companies', ...list },
      { label: data?.company.name ?? 'Company', isName: true },
    ];
  },
};

export async function loader(args: LoaderFunctionArgs) {
  let page = await companyReport(await requireReport(args), args);
  omitRepeatedMarkup(args.context, [...(page.usage?.report.charts ?? []), page.company.journey]);
  return page;
}

export default function CompanyDetails() {
  let page = useLoaderData<typeof loader>();
  let { owner, domain, company, usage, score, note, counted, kept, own, filters, low, report, ...may } = page;
  return (
    <Stack>
      <CompanyTitle company={company} score={score} analytics={paths.analytics(owner, report)} />
      <ReportTools
        action={paths.company(owner, domain)}
        kept={kept}
        actions={
          <>
            {may.mayChange && <AlertBell owner={owner} presets={companyPresets} />}
            {may.mayExport && (
              <LinkButton to={paths.companyExport(owner, domain, own)} reloadDocument download variant="outline">
                <Icon name="download" />
                Export events
              </LinkButton>
            )}
          </>
        }
      >
        <RangeTools fields={page.fields} steps={page.steps} withStep={false} />
        <FilterMenu filters={filters} bots={counted?.toggle} low={low} />
      </ReportTools>
      <FilterBar {...filters} globals={0} chips={[]} />
      <RetentionNote note={note} />
      {counted && !usage && <CountingNote note={counted} />}
      <LowConfidenceNote count={company.leftOut} show={low.to} />
      {usage !== null && (
        <Part title="Packages and pixels" of={usage}>
          {(found) => (
            <CompanyUsage
              usage={found}
              drawn={page.drawn}
              note={counted && <CountingNote note={counted} {...reportTerms(found.report)} />}
              to={({ type, id }) =>
                paths.analytics(owner, {
                  ...report,
                  ...(type === 'pixel' ? { package: 'none', pixels: 'show', pixel: id } : { package: id, pixels: '' }),
                })
              }
            />
          )}
        </Part>
      )}
      <CompanyHead company={company} />
      <Part title="Matches" of={company.matches}>
        {(matches) => <Matches owner={owner} matches={matches} mayChange={may.mayChange} />}
      </Part>
      <Part title="Events" of={company.events}>
        {(events) => (
          <>
            <EventList events={events} erasure={may.mayChange ? (id) => paths.endpointErasure(owner, id) : undefined} />
            <Pager
              page={events.page}
              pages={events.pages}
              to={(n) => paths.company(owner, domain, { ...own, page: String(n) })}
            />
          </>
        )}
      </Part>
      {may.mayChange && (
        <DangerZone to={paths.companyErasure(owner, domain)} label="Erase company">
          Permanently delete this company’s data.
        </DangerZone>
      )}
    </Stack>
  );
}
