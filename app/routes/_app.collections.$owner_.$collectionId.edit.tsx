/** …/edit: changes the path, registry or domain of a collection. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { collectionsApi, UpdateCollection } from 'contract/packages/collections';
import { docker } from 'contract/packages/package-types/docker';
import { CollectionForm } from '../features/collections/collections';
import { collectionHandle } from '../shell/breadcrumbs';
import { readForm } from '../forms/read-form.server';
import { defaultHost } from '../gateway/gateway-addresses';
import { gatewayOrigin } from '../gateway/gateway-origin.server';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';
import { requireManagerRole } from '../session/roles.server';
import { redirectWithToast } from '../session/toast.server';
import { Card } from '../ui/card';
import { DangerZone } from '../ui/danger-zone';
import { Name } from '../ui/name';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

export const meta = pageMeta({
  title: 'Settings of a collection',
  description: 'Edit a collection.',
});
export const handle = collectionHandle('Settings');

export async function loader(args: LoaderFunctionArgs) {
  let { call, owner } = await requireManagerRole(args);
  let collection = await call(collectionsApi.getCollection, { params: { owner, id: args.params.collectionId ?? '' } });
  return { collection, ownHost: defaultHost(gatewayOrigin, owner, docker.name) };
}

export async function action(args: ActionFunctionArgs) {
  let { call, owner } = await requireManagerRole(args);
  let form = await readForm(args.request, UpdateCollection);
  if (!form.ok) return form.reply;
  let params = { owner, id: args.params.collectionId ?? '' };
  let saved = await call(collectionsApi.updateCollection, { params, body: form.value }).catch(form.refuse);
  return saved instanceof Response ? saved : redirectWithToast(paths.collections(owner), 'collection_updated');
}

export default function CollectionEditPage() {
  let { collection, ownHost } = useLoaderData<typeof loader>();
  let refused = useActionData<typeof action>();
  let { owner, id, pattern } = collection;
  return (
    <Stack>
      <PageTitle title={<Name>{pattern}</Name>} description="Existing packages do not change." />
      <Card>
        <CollectionForm collection={collection} ownHost={ownHost} lastResult={refused?.lastResult} />
      </Card>
      <DangerZone to={paths.collectionDelete(owner, id)} label="Delete collection">
        Its packages stay.
      </DangerZone>
    </Stack>
  );
}
