/** /admin/domains: custom domains that are not verified, to be confirmed by hand. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { domainAdministrationApi } from 'contract/admin/domain-administration';
import * as limits from 'contract/floor/limits';
import { DomainList, FindForm } from '../features/admin/lists';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';
import { requireAdmin } from '../session/guards.server';
import { Card } from '../ui/card';
import { EmptyState } from '../ui/empty-state';
import { formatCount } from '../ui/numbers';
import { PageTitle } from '../ui/page-title';
import { pageNumber, Pager } from '../ui/pager';
import { Stack } from '../ui/stack';

export const meta = pageMeta({ title: 'Domains', description: 'Unverified custom domains.' });

const domainsPerPage = 50;

export async function loader(args: LoaderFunctionArgs) {
  let { call } = await requireAdmin(args);
  let url = new URL(args.request.url);
  let q = (url.searchParams.get('q') ?? '').trim().slice(0, limits.searchQueryMax);
  let page = pageNumber(url);
  let query = { q: q || undefined, per_page: domainsPerPage, page };
  let { results, total } = await call(domainAdministrationApi.getUnverifiedDomains, { query });
  return { q, page, pages: Math.ceil(total / domainsPerPage), total, domains: results };
}

export default function AdminDomainsPage() {
  let { q, page, pages, total, domains } = useLoaderData<typeof loader>();
  return (
    <Stack>
      <PageTitle
        title="Unverified domains"
        description="Owners verify domains with a DNS record. Verify one manually if DNS is not possible."
      />
      <FindForm name="q" label="Domain or owner" value={q} maxLength={limits.searchQueryMax} />
      <Card title={formatCount(total, 'domain')} flush={domains.length > 0}>
        {domains.length > 0 ? (
          <DomainList domains={domains} />
        ) : (
          <EmptyState title={q ? 'No domains found' : 'No unverified domains'}>
            Verified domains are not listed.
          </EmptyState>
        )}
      </Card>
      <Pager page={page} pages={pages} to={(n) => paths.adminDomains({ q, page: String(n) })} />
    </Stack>
  );
}
