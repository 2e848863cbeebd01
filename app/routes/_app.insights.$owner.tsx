/** /insights/[owner]: the companies behind an owner's events, with their stage. Behind a flag. */
import * as limits from 'contract/limits';
import { countDays } from '../charts/date-buckets.server';
import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { env } from '../config/env.server';
import { FilterBar } from '../features/filters/filter-bar';
import { readActiveFilters } from '../features/filters/filters.server';
import { CompanyForm, CompanyList } from '../features/companies/company-list';
import { CountingNote } from '../features/counting/counting-note';
import { readCountingNote } from '../features/counting/counting-note.server';
import { companyListQuery, readCompanies, readCompanyListChoice } from '../features/companies/company-list.server';
import { seesPoints } from '../features/granted-features.server';
import { RangeFields } from '../features/date-range/range-fields';
import { rangeQuery } from '../features/date-range/range.server';
import { readReportRange } from '../features/date-range/report-range.server';
import { RetentionNote } from '../features/retention/retention-notes';
import { retentionNote } from '../features/retention/retention.server';
import { requireFlag } from '../session/require-flag.server';
import { readNextStep } from '../features/analytics/next-step.server';
import { pageMeta } from '../shell/meta';
import { drillDownLink } from '../charts/drill-down.server';
import { type CompaniesQuery, paths } from '../links/paths';
import { mayExport, ownerRole } from '../session/roles.server';
import { requireReport } from '../session/guards.server';
import type { PageHandle } from '../shell/page-handle';
import { Icon } from '../ui/icon';
import { PageTitle } from '../ui/page-title';
import { Pager } from '../ui/pager';
import { Stack } from '../ui/stack';

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
  let page = { owner, fields, q: choice.q, kept, query, filters, note };
  let none = { list: null, next: null, counted: null, withPoints: false, mayExport: false };
  if (!range) return data({ ...page, ...none }, { status: 400 });
  if (filters.isUnknown) return data({ ...page, ...none }, { status: 404 });
  let isLong = countDays(range.days) > limits.exportDaysMax;
  let [withPoints, mayExport] = await Promise.all([seesPoints(signedIn), !isLong && exportsCompanies(signedIn)]);
  let asked = { owner, choice, days: range.days, range: rangeQuery(fields), withPoints, now };
  let { filterId, where, withoutNoise, lowShown } = choice;
  let numbers = { packages: 'all', pixels: 'all', filterId, where, withoutNoise, lowShown, days: range.days } as const;
  let toRows = drillDownLink(where, (texts) => to({ where: texts }));
  let links = { to: (noise: string) => to({ noise }), toRows, filters: filters.settings };
  let [list, counted] = await Promise.all([
    readCompanies(call, asked),
    readCountingNote(call, owner, { ...numbers, company: true }, links),
  ]);
  let next = list.total === 0 ? await readNextStep(signedIn, owner) : null;
  return data({ ...page, list, next, counted, withPoints, mayExport });
}

/** The button is for people who may export. */
async function exportsCompanies(signedIn: Parameters<typeof ownerRole>[0] & { owner: string }): Promise<boolean> {
  return env.flags.showCompanyExportsButton && mayExport(await ownerRole(signedIn, signedIn.owner));
}

export default function CompanyInsights() {
  let { owner, fields, q, kept, query, filters, note, list, next, counted, withPoints, ...may } =
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
          <>
            <Link to={paths.corrections(owner)} className="text-sm text-accent underline">
              Corrections
            </Link>
            {may.mayExport && (
              <a
                href={paths.companiesExport(owner, query)}
                download
                className="inline-flex items-center gap-1.5 text-sm text-accent underline"
              >
                <Icon name="download" />
                Export companies
              </a>
            )}
          </>
        }
      />
      <CompanyForm owner={owner} q={q} kept={kept} range={<RangeFields compact fields={fields} withStep={false} />} />
      <FilterBar {...filters} />
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
