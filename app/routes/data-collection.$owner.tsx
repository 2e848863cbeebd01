/** /data-collection/[owner]: what an owner's packages and pixels record, public. */
import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { dataCollectionApi } from 'contract/analytics/data-collection';
import { env } from '../config/env.server';
import { DataCollection, NothingPublic } from '../features/counting/data-collection';
import { collectionPage } from '../features/counting/data-collection.server';
import { readApiError } from '../gateway/gateway-client.server';
import { isSameOwner, paths } from '../links/paths';
import { allowAnonymous } from '../session/guards.server';
import { pageMeta } from '../shell/meta';
import type { PageHandle } from '../shell/page-handle';
import { Shell } from '../shell/shell';
import { loadShellOrNull } from '../shell/shell-data.server';

export const handle: PageHandle = { scripts: false };
export const meta = pageMeta(({ params: { owner = '' } }) => ({
  title: `What ${owner} records`,
  description: `What ${owner} records about downloads and visits, for how long, and how to opt out.`,
}));

export async function loader(args: LoaderFunctionArgs) {
  let { call } = allowAnonymous(args);
  let { owner = '' } = args.params;
  let [shell, found] = await Promise.all([
    loadShellOrNull(args),
    call(dataCollectionApi.getDataCollection, { params: { owner } }).catch(async (thrown: unknown) => {
      if ((await readApiError(thrown))?.code === 'owner-not-found') return null;
      throw thrown;
    }),
  ]);
  let isMember = [shell?.username, ...(shell?.organizations ?? [])].some((name) => name && isSameOwner(name, owner));
  // The same for an owner without packages as for an unknown name.
  if (!found) return data({ shell, isMember, page: null }, { status: 404 });
  let site = env.PUBLIC_URL ?? new URL(args.request.url).origin;
  let place = isMember ? site + paths.dataCollection(found.owner) : null;
  return data({ shell, isMember, page: collectionPage(found, place) });
}

export default function DataCollectionPage() {
  let { shell, isMember, page } = useLoaderData<typeof loader>();
  return <Shell shell={shell}>{page ? <DataCollection {...page} /> : <NothingPublic isMember={isMember} />}</Shell>;
}
