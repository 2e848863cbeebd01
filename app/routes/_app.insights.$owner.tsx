/** /insights/[owner]: the companies behind an owner's events, with their stage. Behind a flag. */
import * as limits from 'contract/floor/limits';
import { countDays } from 'contract/floor/days';
import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { env } from '../config/env.server';
import { AlertBell, companyPresets } from '../features/alerts/alert-bell';
import { FilterBar } from '../features/filters/filter-bar';
import { FilterMenu } from '../features/filters/filter-menu';
import { ReportTools } from '../forms/report-tools';
import { SearchField } from '../forms/search-field';
import { readActiveFilters } from '../features/filters/filters.server';
import { CompanyList } from '../features/companies/company-list';
import { CountingNote } from '../features/counting/counting-note';
import { readCountingNote } from '../features/counting/counting-note.server';
import { companyListQuery, readCompanies, readCompanyListChoice } from '../features/companies/company-list.server';
import { seesPoints } from '../features/granted-features.server';
import { RangeTools } from '../features/date-range/range-tools';
import { rangeQuery, rangeSteps } from '../features/date-range/range.server';
import { readReportRange } from '../features/date-range/report-range.server';
import { RetentionNote } from '../features/retention/retention-notes';
import { retentionNote } from '../features/retention/retention.server';
import { requireFlag } from '../session/require-flag.server';
import { readNextStep } from '../features/analytics/next-step.server';
import { pageMeta } from '../shell/meta';
import { drillDownLink } from '../charts/drill-down.server';
import type { CompaniesQuery } from '../links/query-parameters';
import { paths } from '../links/paths';
import { mayChange, mayExport, shownRole } from '../session/roles.server';
import { requireReport } from '../session/guards.server';
import type { PageHandle } from '../shell/page-handle';
import { LinkButton } from '../ui/button';
import { Icon } from '../ui/icon';
import { PageTitle } from '../ui/page-title';
import { Pager } from '../ui/pager';
import { Stack } from '../ui/stack';
import { secondary } from '../gateway/secondary.server';

export const meta = pageMeta({
  title: 'Companies',
  description: 'The companies that use an owner’s packages, and how far each has come.',
});
export const handle: PageHandle = { layout: 'fullwidth' };

export async function loader(args: LoaderFunctionArgs) {
  let signedIn = await requireReport(args);
  requireFlag('showInsightsPage');
  let { call, owner } = signedIn;
  let url = new URL(args.request.url);
  let now = Date.now();
  let { fields, range } = await readReportRange(signedIn, url.searchParams);
  let choice = readCompanyListChoice(url);
  let { q: _q, ...kept } = companyListQuery(choice);
  let query: CompaniesQuery = { ...rangeQuery(fields), ...companyListQuery(choice) };
  let to = (change: CompaniesQuery) => paths.insights(owner, { ...query, ...change });
  let filters = await readActiveFilters(signedIn, url.searchParams, to);
  let note = range ? await retentionNote(call, owner, { from: range.days.from }) : '';
  let role = await shownRole(signedIn, owner);
  let may = { change: mayChange(role), export: env.flags.showCompanyExportsButton && mayExport(role) };
  let page = { owner, fields, steps: rangeSteps(fields, to), q: choice.q, kept, query, filters, note, may };
  let none = { list: null, next: null, counted: null, withPoints: false, isLong: false };
  if (!range) return data({ ...page, ...none }, { status: 400 });
  if (filters.isUnknown) return data({ ...page, ...none }, { status: 404 });
  let isLong = countDays(range.days) > limits.exportDaysMax;
  let withPoints = await secondary(seesPoints(signedIn), false);
  let asked = {
    owner,
    choice,
    time: range.time,
    range: rangeQuery(fields),
    withPoints,
    now,
  };
  let { filterId, where, withoutNoise, lowShown } = choice;
  let numbers = { packages: 'all', pixels: 'all', filterId, where, withoutNoise, lowShown, time: range.time } as const;
  let toRows = drillDownLink(where, (texts) => to({ where: texts }));
  let links = { to: (noise: string) => to({ noise }), toRows, filters: filters.settings };
  let [list, counted] = await Promise.all([
    readCompanies(call, asked),
    readCountingNote(call, owner, { ...numbers, company: true }, links),
  ]);
  let next = list.total === 0 ? await secondary(readNextStep(signedIn, owner), null) : null;
  return data({ ...page, list, next, counted, withPoints, isLong });
}

export default function CompanyInsights() {
  let { owner, fields, steps, q, kept, query, filters, note, list, next, counted, withPoints, isLong, may } =
    useLoaderData<typeof loader>();
  return (
    <Stack>
      <PageTitle
        title="Companies"
        description={
          <>
            Who uses your packages and reads your pages.{' '}
            <Link to={paths.docs('companies')} className="text-accent underline">
              How stages work
            </Link>
          </>
        }
        actions={
          <Link to={paths.corrections(owner)} className="text-sm text-accent underline">
            Corrections
          </Link>
        }
      />
      <ReportTools
        action={paths.insights(owner)}
        kept={kept}
        actions={
          <>
            {may.change && <AlertBell owner={owner} presets={companyPresets} />}
            {may.export && isLong && (
              <span className="text-sm text-muted">Choose at most {limits.exportDaysMax} days to export.</span>
            )}
            {may.export && !isLong && (
              <LinkButton to={paths.companiesExport(owner, query)} reloadDocument download variant="outline">
                <Icon name="download" />
                Export companies
              </LinkButton>
            )}
          </>
        }
      >
        <SearchField label="Name or domain" value={q} />
        <RangeTools fields={fields} steps={steps} withStep={false} withCompare={false} />
        <FilterMenu filters={filters} bots={counted?.toggle} low={list?.low} />
      </ReportTools>
      <FilterBar {...filters} globals={0} chips={[]} />
      <RetentionNote note={note} />
      {list && (
        <>
          {counted && <CountingNote note={counted} />}
          <CompanyList {...list} next={next} withPoints={withPoints} />
          <Pager page={list.page} pages={list.pages} to={(n) => paths.insights(owner, { ...query, page: String(n) })} />
        </>
      )}
    </Stack>
  );
}
