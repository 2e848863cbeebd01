/** /company-corrections/[owner]: what an owner says of networks, and networks without a company. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { companyCorrectionsApi } from 'contract/companies/company-corrections';
import * as limits from 'contract/floor/limits';
import { env } from '../config/env.server';
import { CorrectionList, UnnamedNetworks } from '../features/companies/corrections-page';
import { correctionLine, matchLine } from '../features/companies/matches.server';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';
import { mayChange, shownRole } from '../session/roles.server';
import { requireOwner } from '../session/guards.server';
import type { PageHandle } from '../shell/page-handle';
import { pageNumber, Pager } from '../ui/pager';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

const correctionsPerPage = 50;

type Loaded = Awaited<ReturnType<typeof loader>>;

export const meta = pageMeta({
  title: 'Company corrections',
  description: 'Which networks belong to which company, where the rules are wrong or say nothing.',
});
export const handle: PageHandle<Loaded> = {
  breadcrumb: ({ params: { owner = '' }, data }) => [
    { label: 'Companies', ...(data?.hasList ? { to: paths.insights(owner) } : {}) },
    { label: 'Corrections' },
  ],
};

export async function loader(args: LoaderFunctionArgs) {
  let signedIn = await requireOwner(args);
  let { call, owner } = signedIn;
  let url = new URL(args.request.url);
  let q = (url.searchParams.get('q') ?? '').trim().slice(0, limits.searchQueryMax);
  let page = pageNumber(url);
  let params = { owner };
  let [corrections, networks, role] = await Promise.all([
    call(companyCorrectionsApi.getCompanyCorrections, { params, query: { per_page: correctionsPerPage, page } }),
    call(companyCorrectionsApi.getNetworks, { params, query: { search: q } }),
    shownRole(signedIn, owner),
  ]);
  return {
    owner,
    q,
    page,
    pages: Math.ceil(corrections.total / correctionsPerPage),
    total: corrections.total,
    corrections: corrections.results.map((one) => correctionLine(one, owner)),
    networks: networks.results.map((one) => matchLine(one, owner, Date.now())),
    mayChange: mayChange(role),
    hasList: env.flags.showInsightsPage,
  };
}

export default function CompanyCorrections() {
  let { owner, q, page, pages, total, corrections, networks, mayChange: changes } = useLoaderData<typeof loader>();
  return (
    <Stack>
      <PageTitle title="Company corrections" description="Manual company assignments" />
      <CorrectionList total={total} lines={corrections} mayChange={changes} />
      <Pager page={page} pages={pages} to={(n) => paths.corrections(owner, { q, page: String(n) })} />
      <UnnamedNetworks owner={owner} q={q} lines={networks} mayChange={changes} />
    </Stack>
  );
}
