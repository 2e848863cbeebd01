/** /admin: set up the installation, find an account, and see what it sees. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import * as limits from 'contract/floor/limits';
import { env } from '../config/env.server';
import { FindForm, OwnerList } from '../features/admin/lists';
import { readOwners } from '../features/admin/owners.server';
import { readOwnSetup, type SetupItem, setupProgress } from '../features/admin/setup-checklist.server';
import { secondary } from '../gateway/secondary.server';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';
import { requireAdmin } from '../session/guards.server';
import { actedAs } from '../session/session';
import { LinkButton } from '../ui/button';
import { Card } from '../ui/card';
import { EmptyState } from '../ui/empty-state';
import { Icon } from '../ui/icon';
import { formatCount } from '../ui/numbers';
import { PageTitle } from '../ui/page-title';
import { Pager } from '../ui/pager';
import { Stack } from '../ui/stack';

export const meta = pageMeta({
  title: 'Accounts',
  description: 'Set up this installation, find users and organizations, and act as one of them.',
});

export async function loader(args: LoaderFunctionArgs) {
  let signedIn = await requireAdmin(args);
  let url = new URL(args.request.url);
  let [owners, setup] = await Promise.all([readOwners(signedIn.call, url), secondary(readOwnSetup(signedIn, url), [])]);
  return {
    ...owners,
    setup,
    progress: setupProgress(setup),
    acted: actedAs(signedIn.session),
    asksForNews: env.flags.showMarketingOptInUi,
  };
}

export default function AdminOwnersPage() {
  let { q, page, pages, total, owners, setup, progress, acted, asksForNews } = useLoaderData<typeof loader>();
  return (
    <Stack>
      <PageTitle
        title="Accounts"
        description="Act as a user to see what they see. Your own permissions apply; changes are logged."
        actions={
          asksForNews && (
            <LinkButton to={paths.adminProductNews()} reloadDocument variant="outline">
              Product news recipients
            </LinkButton>
          )
        }
      />
      <SetupChecklist items={setup} progress={progress} />
      <FindForm name="q" label="Name or email" value={q} maxLength={limits.searchQueryMax} />
      <Card title={formatCount(total, 'account')} flush={owners.length > 0}>
        {owners.length > 0 ? (
          <OwnerList owners={owners} acted={acted} />
        ) : (
          <EmptyState title="No accounts found">Try part of a name or email.</EmptyState>
        )}
      </Card>
      <Pager page={page} pages={pages} to={(n) => paths.admin({ q, page: String(n) })} />
    </Stack>
  );
}

/** Nothing once all items are done. */
function SetupChecklist({ items, progress }: { items: readonly SetupItem[]; progress: string }) {
  if (items.length === 0) return null;
  return (
    <Card title="Set up this installation" description={progress} flush>
      <ul className="divide-y divide-line">
        {items.map(({ title, isDone, text, help }) => (
          <li key={title} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3 sm:px-6">
            <Icon name={isDone ? 'check' : 'warning'} className={`size-5 ${isDone ? 'text-good' : 'text-warn'}`} />
            <div className="min-w-0 flex-1 basis-60">
              <p className="font-medium">
                {title}
                <span className="sr-only">: {isDone ? 'done' : 'to do'}</span>
              </p>
              <p className="text-sm break-words text-muted">{text}</p>
            </div>
            {!isDone && (
              <Link to={help.to} className="text-sm text-accent underline">
                {help.label}
                <span className="sr-only">: {title}</span>
              </Link>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
