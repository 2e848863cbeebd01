/** /insights/[owner]: the companies behind an owner's events, with their stage. Only where the page is switched on. */
import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { FilterBar } from '../features/filters/filter-bar';
import { readActiveFilters } from '../features/filters/active.server';
import { CompanyForm, CompanyList } from '../features/companies/company-list';
import { readCompanies } from '../features/companies/list.server';
import { listQuery, readListChoice } from '../features/companies/list-query.server';
import { seesPoints } from '../features/companies/points.server';
import { RangeFields } from '../features/date-range/range-fields';
import { rangeQuery, readRange } from '../features/date-range/range.server';
import { requireFlag } from '../flagged.server';
import { pageMeta } from '../meta';
import { type CompaniesQuery, paths } from '../paths';
import { requireOwner } from '../session/guards.server';
import type { PageHandle } from '../shell/page';
import { PageTitle } from '../ui/page-title';
import { Pager } from '../ui/pager';
import { Stack } from '../ui/stack';

export const meta = pageMeta({ title: 'Company Insights' });
export const handle: PageHandle = { breadcrumb: () => [{ label: 'Company Insights' }] };

export async function loader(args: LoaderFunctionArgs) {
  let signedIn = await requireOwner(args);
  requireFlag('showInsightsPage');
  let { call, owner } = signedIn;
  let url = new URL(args.request.url);
  let now = Date.now();
  let { fields, range } = readRange(url.searchParams, now);
  let choice = readListChoice(url);
  let { q: _q, ...kept } = listQuery(choice);
  let query: CompaniesQuery = { ...rangeQuery(fields), ...listQuery(choice) };
  let to = (filter_id: string) => paths.insights(owner, { ...query, filter_id });
  let filters = await readActiveFilters(signedIn, choice.filterId, to);
  let page = { owner, fields, q: choice.q, kept, query, filters };
  if (!range) return data({ ...page, list: null, withPoints: false }, { status: 400 });
  if (filters.isUnknown) return data({ ...page, list: null, withPoints: false }, { status: 404 });
  let withPoints = await seesPoints(signedIn);
  let asked = { owner, choice, days: range.days, range: rangeQuery(fields), withPoints, now };
  return data({ ...page, list: await readCompanies(call, asked), withPoints });
}

export default function CompanyInsights() {
  let { owner, fields, q, kept, query, filters, list, withPoints } = useLoaderData<typeof loader>();
  return (
    <Stack>
      <PageTitle title="Company Insights" description="Who uses your packages and reads your pages." />
      <CompanyForm owner={owner} q={q} kept={kept} range={<RangeFields fields={fields} withStep={false} />} />
      <FilterBar {...filters} />
      {list && (
        <>
          <CompanyList {...list} withPoints={withPoints} />
          <Pager page={list.page} pages={list.pages} to={(n) => paths.insights(owner, { ...query, page: String(n) })} />
        </>
      )}
    </Stack>
  );
}
