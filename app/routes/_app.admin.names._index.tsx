/** /admin/names: looks up a name that was given up, to release it. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { administrationApi, type FreedName } from 'contract/admin/administration';
import * as limits from 'contract/floor/limits';
import { FindForm } from '../features/admin/lists';
import { readApiError } from '../gateway/gateway-client.server';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';
import { requireAdmin } from '../session/guards.server';
import { LinkButton } from '../ui/button';
import { Card } from '../ui/card';
import { EmptyState } from '../ui/empty-state';
import { Facts } from '../ui/description-list';
import { DateTimeText } from '../ui/moment';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

export const meta = pageMeta({ title: 'Reserved names', description: 'Look up a former name of an account.' });

export async function loader(args: LoaderFunctionArgs) {
  let { call } = await requireAdmin(args);
  let asked = new URL(args.request.url).searchParams.get('name') ?? '';
  let name = asked.trim().slice(0, limits.nameMax);
  if (!name) return { name, found: null };
  let found = await call(administrationApi.getGivenUpName, { params: { name } }).catch(nullWhenNotGivenUp);
  return { name, found };
}

async function nullWhenNotGivenUp(thrown: unknown): Promise<null> {
  if ((await readApiError(thrown))?.code !== 'name-not-given-up') throw thrown;
  return null;
}

export default function AdminNamesPage() {
  let { name, found } = useLoaderData<typeof loader>();
  return (
    <Stack>
      <PageTitle
        title="Reserved names"
        description="Former names stay reserved, because old links contain them. Release a name only if its links are no longer used."
      />
      <FindForm name="name" label="Reserved name" value={name} maxLength={limits.nameMax} />
      <Card>{found ? <Found found={found} /> : <NotFound name={name} />}</Card>
    </Stack>
  );
}

function Found({ found: { name, given_up_at, owner } }: { found: FreedName }) {
  let still =
    owner === null ? 'Its owner was deleted. Its links lead nowhere.' : `Its links serve downloads of ${owner}.`;
  return (
    <div className="flex flex-col items-start gap-4">
      <Facts
        facts={[
          { label: 'Name', value: name },
          { label: 'Given up', value: <DateTimeText iso={given_up_at} /> },
          { label: 'Old links', value: still },
        ]}
      />
      <LinkButton to={paths.adminNameRelease(name)} variant="outline">
        Free {name}
      </LinkButton>
    </div>
  );
}

function NotFound({ name }: { name: string }) {
  if (name === '')
    return <EmptyState title="Enter a name">Enter the full name. Partial names are not found.</EmptyState>;
  return <EmptyState title={`${name} is not reserved.`}>It is in use or available.</EmptyState>;
}
