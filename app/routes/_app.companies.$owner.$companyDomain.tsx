/** /companies/[owner]/[companyDomain]: one company, its stages, its days, its events. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { promiseHash } from 'remix-utils/promise';
import { isEqual } from 'contract/analytics/where';
import { env } from '../config/env.server';
import { omitRepeatedMarkup } from '../charts/chart-markup.server';
import { CountingNote } from '../features/counting/counting-note';
import { readCountingNote } from '../features/counting/counting-note.server';
import { CompanyHead, EventList } from '../features/companies/company-page';
import { Matches } from '../features/companies/matches';
import { readCompany } from '../features/companies/company-details.server';
import { seesPoints } from '../features/granted-features.server';
import { readActiveFilters } from '../features/filters/filters.server';
import { RetentionNote } from '../features/retention/retention-notes';
import { retentionNote } from '../features/retention/retention.server';
import { FilterBar } from '../features/filters/filter-bar';
import { pageMeta } from '../shell/meta';
import { parseReportQuery } from '../links/report-query.server';
import { paths } from '../links/paths';
import { serverPaths } from '../links/paths.server';
import { mayChange, mayExport, ownerRole } from '../session/roles.server';
import { requireReport } from '../session/guards.server';
import type { PageHandle } from '../shell/page-handle';
import { LinkButton } from '../ui/button';
import { Card } from '../ui/card';
import { Chips } from '../ui/chips';
import { Icon } from '../ui/icon';
import { LowConfidenceNote } from '../ui/low-confidence-note';
import { pageNumber, Pager } from '../ui/pager';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

type Loaded = Awaited<ReturnType<typeof loader>>;

export const meta = pageMeta<Loaded>(({ data }) => ({
  title: data?.company.name ?? 'Company',
  description: 'What one company downloads and reads, and how far it has come.',
}));
export const handle: PageHandle = {
  breadcrumb: ({ params: { owner = '' }, data }) => {
    let loaded = data as Loaded | undefined;
    let list = loaded?.hasList ? { to: paths.insights(owner, loaded.kept) } : {};
    return [{ label: 'Companies', ...list }, { label: loaded?.company.name ?? 'Company' }];
  },
};

export async function loader(args: LoaderFunctionArgs) {
  let signedIn = await requireReport(args);
  let { call, owner } = signedIn;
  let url = new URL(args.request.url);
  let domain = args.params.companyDomain ?? '';
  let lowShown = url.searchParams.get('low') === 'show';
  let { filter_id: filterId, where, noise } = parseReportQuery(url.searchParams);
  let withoutNoise = noise === 'hide';
  let withPoints = await seesPoints(signedIn);
  let kept = { low: lowShown ? 'show' : '', filter_id: filterId, where, noise };
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
    now: Date.now(),
  };
  let numbers = { packages: 'all', pixels: 'all', filterId, where, withoutNoise, lowShown, company: domain } as const;
  let { company, role, note, filters, counted } = await promiseHash({
    company: readCompany(call, asked),
    role: ownerRole(signedIn, owner),
    note: retentionNote(call, owner, {}),
    filters: readActiveFilters(signedIn, url.searchParams, (change) =>
      paths.company(owner, domain, { ...kept, ...change }),
    ),
    counted: readCountingNote(call, owner, numbers, {
      to: (value) => paths.company(owner, domain, { ...kept, noise: value }),
    }),
  });
  omitRepeatedMarkup(args.context, [company.journey]);
  return {
    owner,
    domain,
    company,
    note,
    counted,
    kept,
    filters,
    low: {
      label: 'Low-confidence matches',
      to: paths.company(owner, domain, { ...kept, low: lowShown ? '' : 'show' }),
      on: lowShown,
    },
    usage: paths.analytics(owner, {
      where: [...where, isEqual(company.domain ? 'company_domain' : 'company_name', company.domain || company.name)],
      pixels: 'show',
      filter_id: filterId,
      noise,
    }),
    hasList: env.flags.showInsightsPage,
    mayExport: mayExport(role),
    mayChange: mayChange(role),
  };
}

export default function CompanyDetails() {
  let { owner, domain, company, usage, note, counted, kept, filters, low, ...may } = useLoaderData<typeof loader>();
  return (
    <Stack>
      <PageTitle
        title={company.name}
        actions={
          <>
            <LinkButton to={usage} variant="outline" size="sm">
              Packages, versions and trend
            </LinkButton>
            {may.mayExport && (
              <a
                href={paths.companyExport(owner, domain, kept)}
                download
                className="inline-flex items-center gap-1.5 text-sm text-accent underline"
              >
                <Icon name="download" />
                Export events
              </a>
            )}
          </>
        }
      />
      <FilterBar {...filters} />
      <RetentionNote note={note} />
      <div className="relative flex flex-wrap items-center gap-x-5 gap-y-2">
        <Chips label="Matches" chips={[low]} />
        <CountingNote note={counted} />
      </div>
      <LowConfidenceNote what={[company.leftOut, 'event matches', 'events match']} show={low.to} />
      <CompanyHead company={company} />
      <Matches owner={owner} matches={company.matches} mayChange={may.mayChange} />
      <EventList
        events={company.events}
        erasure={may.mayChange ? (id) => paths.endpointErasure(owner, id) : undefined}
      />
      <Pager
        page={company.events.page}
        pages={company.events.pages}
        to={(n) => paths.company(owner, domain, { ...kept, page: String(n) })}
      />
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
