/** /admin: find a person or an organization, and see what they see. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import * as limits from 'contract/limits';
import { env } from '../config/env.server';
import { FindForm, OwnerList } from '../features/admin/lists';
import { readOwners } from '../features/admin/owners.server';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';
import { requireAdmin } from '../session/guards.server';
import { actedAs } from '../session/session';
import { LinkButton } from '../ui/button';
import { Card } from '../ui/card';
import { EmptyState } from '../ui/empty-state';
import { Pager } from '../ui/pager';
import { Stack } from '../ui/stack';

export const meta = pageMeta({
  title: 'Owners',
  description: 'Find people and organizations, and act as one of them, for platform admins.',
});

export async function loader(args: LoaderFunctionArgs) {
  let { call, session } = await requireAdmin(args);
  return {
    ...(await readOwners(call, new URL(args.request.url))),
    acted: actedAs(session),
    asksForNews: env.flags.showMarketingOptInUi,
  };
}

export default function AdminOwnersPage() {
  let { q, page, pages, total, owners, acted, asksForNews } = useLoaderData<typeof loader>();
  return (
    <Stack>
      <FindForm name="q" label="Name or email address" value={q} maxLength={limits.searchQueryMax} />
      <Card
        title="Owners"
        description={`${total} ${q ? 'found' : 'in all'}. Acting as somebody shows what they see; what you may do stays as it is, and every change is written down.`}
        actions={
          asksForNews && (
            <LinkButton to={paths.adminProductNews()} reloadDocument variant="outline" size="sm">
              Addresses for product news
            </LinkButton>
          )
        }
        flush={owners.length > 0}
      >
        {owners.length > 0 ? (
          <OwnerList owners={owners} acted={acted} />
        ) : (
          <EmptyState title="Nobody found.">Try part of a name or of an email address.</EmptyState>
        )}
      </Card>
      <Pager page={page} pages={pages} to={(n) => paths.admin({ q, page: String(n) })} />
    </Stack>
  );
}
