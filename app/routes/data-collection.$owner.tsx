/** /data-collection/[owner]: what an owner's packages and pixels record, public. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { dataCollectionApi } from 'contract/analytics/data-collection';
import { env } from '../config/env.server';
import { DataCollection } from '../features/counting/data-collection';
import { collectionPage } from '../features/counting/data-collection.server';
import { paths } from '../links/paths';
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
    call(dataCollectionApi.getDataCollection, { params: { owner } }),
  ]);
  let site = env.PUBLIC_URL ?? new URL(args.request.url).origin;
  return { shell, page: collectionPage(found, site + paths.dataCollection(found.owner)) };
}

export default function DataCollectionPage() {
  let { shell, page } = useLoaderData<typeof loader>();
  return (
    <Shell shell={shell}>
      <DataCollection {...page} />
    </Shell>
  );
}
