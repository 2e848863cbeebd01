/** /companies/[owner]/[companyDomain]: one company, its stages, its days, its events. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { promiseHash } from 'remix-utils/promise';
import { isEqual } from 'contract/analytics/where';
import { env } from '../config/env.server';
import { omitRepeatedMarkup } from '../charts/chart-markup.server';
import { drillDownLink } from '../charts/drill-down.server';
import { AlertBell, companyPresets } from '../features/alerts/alert-bell';
import { CompanyUsage } from '../features/analytics/company-usage';
import { companyUsage } from '../features/analytics/company-usage.server';
import { CountingNote } from '../features/counting/counting-note';
import { readCountingNote } from '../features/counting/counting-note.server';
import { CompanyHead, EventList } from '../features/companies/company-page';
import { StageBadge } from '../features/companies/stages';
import { RangeTools } from '../features/date-range/range-tools';
import { rangeQuery, rangeSteps, readRange } from '../features/date-range/range.server';
import { FilterMenu } from '../features/filters/filter-menu';
import { readScore } from '../features/leads/leads.server';
import { ReportTools } from '../forms/report-tools';
import { Matches } from '../features/companies/matches';
import { readCompany } from '../features/companies/company-details.server';
import { seesPoints } from '../features/granted-features.server';
import { readActiveFilters } from '../features/filters/filters.server';
import { RetentionNote } from '../features/retention/retention-notes';
import { retentionNote } from '../features/retention/retention.server';
import { FilterBar } from '../features/filters/filter-bar';
import { pageMeta } from '../shell/meta';
import { parseReportQuery } from '../links/report-query.server';
import type { CompanyQuery, ReportQuery } from '../links/query-parameters';
import { paths, settingsOf } from '../links/paths';
import { serverPaths } from '../links/paths.server';
import { mayChange, mayExport, shownRole } from '../session/roles.server';
import { localDay } from '../session/reader.server';
import { requireReport } from '../session/guards.server';
import type { PageHandle } from '../shell/page-handle';
import { LinkButton } from '../ui/button';
import { Card } from '../ui/card';
import { Icon } from '../ui/icon';
import { LowConfidenceNote } from '../ui/low-confidence-note';
import { pageNumber, Pager } from '../ui/pager';
import { PageTitle } from '../ui/page-title';
import { Part } from '../ui/part';
import { Stack } from '../ui/stack';
import { secondary } from '../gateway/secondary.server';

type Loaded = Awaited<ReturnType<typeof loader>>;

export const meta = pageMeta<Loaded>(({ data }) => ({
  title: data?.company.name ?? 'Company',
  description: 'What one company downloads and reads, and how far it has come.',
}));
export const handle: PageHandle<Loaded> = {
  breadcrumb: ({ params: { owner = '' }, data }) => {
    let list = data?.hasList ? { to: paths.insights(owner, data.own) } : {};
    return [
      { label: 'Companies', ...list },
      { label: data?.company.name ?? 'Company', isName: true },
    ];
  },
};

export async function loader(args: LoaderFunctionArgs) {
  let signedIn = await requireReport(args);
  let { call, owner } = signedIn;
  let url = new URL(args.request.url);
  let query = url.searchParams;
  let domain = args.params.companyDomain ?? '';
  let lowShown = query.get('low') === 'show';
  let { filter_id: filterId, where, noise } = parseReportQuery(query);
  let withoutNoise = noise === 'hide';
  let withPoints = await secondary(seesPoints(signedIn), false);
  let kept = { low: lowShown ? 'show' : '', filter_id: filterId, where, noise };
  let now = Date.now();
  let asked = {
    owner,
    company: domain,
    lowShown,
    page: pageNumber(url),
    withPoints,
    filterId,
    where,
    withoutNoise,
    address: url.pathname + url.search,
    daysFile: serverPaths.companyDays(owner, domain, kept),
    now,
  };
  let company = await readCompany(call, asked);
  let firstDay = localDay(Date.parse(company.firstSeen));
  let { fields, range } = readRange(query, now, { firstDay });
  let to = (change: Partial<CompanyQuery>) =>
    paths.company(owner, domain, { ...rangeQuery(fields), ...kept, ...change });
  let is = isEqual(company.domain ? 'company_domain' : 'company_name', company.domain || company.name);
  let ofCompany = [...where, is];
  let report: ReportQuery = { ...rangeQuery(fields), where: ofCompany, filter_id: filterId, noise };
  let toReport = (change: ReportQuery) => paths.analytics(owner, { ...report, ...change });
  let links = {
    toRows: drillDownLink(ofCompany, (texts) => toReport({ where: texts, pixels: 'show' })),
    toRowsOf: (id: string) => drillDownLink(ofCompany, (texts) => toReport({ where: texts, package: id })),
  };
  let selection = { packages: 'all', pixels: 'all', filterId, where: ofCompany, withoutNoise, lowShown } as const;
  let days = fields.range === 'all-time' ? undefined : range?.days;
  let numbers = {
    packages: 'all',
    pixels: 'all',
    filterId,
    where,
    withoutNoise,
    lowShown,
    company: domain,
    days,
  } as const;
  let { role, note, filters, counted, usage, score } = await promiseHash({
    role: shownRole(signedIn, owner),
    note: retentionNote(call, owner, {}),
    filters: readActiveFilters(signedIn, query, to),
    counted: readCountingNote(call, owner, numbers, { to: (value) => to({ noise: value }) }),
    usage: range ? secondary(companyUsage(call, owner, range, { selection, links, url })) : Promise.resolve(null),
    score: secondary(readScore(call, owner, company), null),
  });
  omitRepeatedMarkup(args.context, [company.journey]);
  return {
    owner,
    domain,
    company,
    note,
    counted,
    kept,
    fields,
    steps: rangeSteps(fields, to),
    own: { ...rangeQuery(fields), ...kept },
    filters,
    low: { label: 'Low-confidence matches', to: to({ low: lowShown ? '' : 'show' }), on: lowShown },
    usage,
    score: score && {
      ...score,
      leads: paths.settings(settingsOf(owner, signedIn.session.username), 'lead-generation'),
    },
    report: { ...report, pixels: 'show' },
    hasList: env.flags.showInsightsPage,
    mayExport: mayExport(role),
    mayChange: mayChange(role),
  };
}

export default function CompanyDetails() {
  let page = useLoaderData<typeof loader>();
  let { owner, domain, company, usage, score, note, counted, kept, own, filters, low, report, ...may } = page;
  return (
    <Stack>
      <PageTitle
        title={company.name}
        description={
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <StageBadge stage={company.stage} />
            <span>{company.seen}</span>
            {score && (
              <span>
                <Link to={score.leads} className="text-accent underline">
                  Lead score {score.score}
                </Link>
                {score.reasons && `: ${score.reasons}`}
              </span>
            )}
          </span>
        }
        actions={
          <LinkButton to={paths.analytics(owner, report)} variant="outline" size="sm">
            Analytics
          </LinkButton>
        }
      />
      <ReportTools
        action={paths.company(owner, domain)}
        kept={kept}
        actions={
          <>
            {may.mayChange && <AlertBell owner={owner} presets={companyPresets} />}
            {may.mayExport && (
              <a
                href={paths.companyExport(owner, domain, own)}
                download
                className="inline-flex h-9 items-center gap-1.5 text-sm text-accent underline"
              >
                <Icon name="download" />
                Export events
              </a>
            )}
          </>
        }
      >
        <RangeTools fields={page.fields} steps={page.steps} withStep={false} />
        <FilterMenu filters={filters} bots={counted?.toggle} low={low} />
      </ReportTools>
      <FilterBar {...filters} globals={0} chips={[]} />
      <RetentionNote note={note} />
      {counted && <CountingNote note={counted} />}
      <LowConfidenceNote what={[company.leftOut, 'event matches', 'events match']} show={low.to} />
      {usage !== null && (
        <Part title="Packages and pixels" of={usage}>
          {(found) => (
            <CompanyUsage
              usage={found}
              to={({ type, id }) =>
                paths.analytics(owner, {
                  ...report,
                  ...(type === 'pixel' ? { package: 'none', pixel: id } : { package: id, pixels: '' }),
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
        <Card
          title="Danger zone"
          actions={
            <LinkButton to={paths.companyErasure(owner, domain)} variant="danger-outline" size="sm">
              Erase company
            </LinkButton>
          }
        >
          <p className="text-sm text-muted">Permanently delete this company’s data.</p>
        </Card>
      )}
    </Stack>
  );
}
