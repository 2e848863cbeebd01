/** /companies/[owner]/[companyDomain]: one company, its stages, its days, its events. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { env } from '../env.server';
import { CompanyHead, EventList } from '../features/companies/company-page';
import { readCompany } from '../features/companies/details.server';
import { seesPoints } from '../features/granted-features.server';
import { readActiveFilters } from '../features/filters/read.server';
import { FilterBar } from '../features/filters/filter-bar';
import { pageMeta } from '../meta';
import { paths } from '../paths';
import { mayExport, ownerRole } from '../roles.server';
import { requireOwner } from '../session/guards.server';
import type { PageHandle } from '../shell/page';
import { Chips } from '../ui/chips';
import { Icon } from '../ui/icon';
import { pageNumber, Pager } from '../ui/pager';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

type Loaded = Awaited<ReturnType<typeof loader>>;

export const meta = pageMeta<Loaded>(({ data }) => ({
  title: data?.company.name ?? 'Company',
  description: 'What one company downloads and reads, and how far it has come.',
}));
export const handle: PageHandle = {
  breadcrumb: ({ params: { owner = '' }, data, filterId: filter_id }) => {
    let loaded = data as Loaded | undefined;
    let list = loaded?.hasList ? { to: paths.insights(owner, loaded.kept) } : {};
    return [
      { label: 'Home', to: paths.home(owner, { filter_id }) },
      { label: 'Companies', ...list },
      { label: loaded?.company.name ?? 'Company' },
    ];
  },
};

export async function loader(args: LoaderFunctionArgs) {
  let signedIn = await requireOwner(args);
  let { call, owner } = signedIn;
  let url = new URL(args.request.url);
  let domain = args.params.companyDomain ?? '';
  let lowShown = url.searchParams.get('low') !== 'hide';
  let filterId = url.searchParams.get('filter_id') ?? '';
  let withPoints = await seesPoints(signedIn);
  let asked = { owner, company: domain, lowShown, page: pageNumber(url), withPoints, filterId, now: Date.now() };
  let kept = { low: lowShown ? '' : 'hide', filter_id: filterId };
  let [company, role, filters] = await Promise.all([
    readCompany(call, asked),
    ownerRole(signedIn, owner),
    readActiveFilters(signedIn, filterId, (filter_id) => paths.company(owner, domain, { ...kept, filter_id })),
  ]);
  return {
    owner,
    domain,
    company,
    kept,
    filters,
    low: {
      label: 'Low-confidence matches',
      to: paths.company(owner, domain, { low: lowShown ? 'hide' : '', filter_id: filterId }),
      on: lowShown,
    },
    hasList: env.flags.showInsightsPage,
    mayExport: mayExport(role),
  };
}

export default function CompanyDetails() {
  let { owner, domain, company, kept, filters, low, mayExport: exportable } = useLoaderData<typeof loader>();
  return (
    <Stack>
      <PageTitle
        title={company.name}
        actions={
          exportable && (
            <a
              href={paths.companyExport(owner, domain, { filter_id: kept.filter_id })}
              download
              className="inline-flex items-center gap-1.5 text-sm text-accent underline"
            >
              <Icon name="download" />
              Export events
            </a>
          )
        }
      />
      <FilterBar {...filters} />
      <Chips label="Matches" chips={[low]} />
      <CompanyHead company={company} />
      <EventList events={company.events} />
      <Pager
        page={company.events.page}
        pages={company.events.pages}
        to={(n) => paths.company(owner, domain, { ...kept, page: String(n) })}
      />
    </Stack>
  );
}
