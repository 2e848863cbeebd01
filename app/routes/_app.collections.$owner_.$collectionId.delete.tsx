/** …/delete: deletes a collection; the packages it has created stay. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { collectionsApi } from 'contract/packages/collections';
import { collectionHandle } from '../shell/breadcrumbs';
import { Confirm } from '../forms/confirm';
import { emptyForm, readForm } from '../forms/read-form.server';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';
import { requireManagerRole } from '../session/roles.server';
import { redirectWithToast } from '../session/toast.server';
import { Card } from '../ui/card';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

export const meta = pageMeta({
  title: 'Delete collection',
  description: 'Stop serving images through a collection.',
});
export const handle = collectionHandle('Delete');

export async function loader(args: LoaderFunctionArgs) {
  let { call, owner } = await requireManagerRole(args);
  let collection = await call(collectionsApi.getCollection, { params: { owner, id: args.params.collectionId ?? '' } });
  return { owner, collection };
}

export async function action(args: ActionFunctionArgs) {
  let { call, owner } = await requireManagerRole(args);
  let form = await readForm(args.request, emptyForm);
  if (!form.ok) return form.reply;
  let params = { owner, id: args.params.collectionId ?? '' };
  let refusal = await call(collectionsApi.deleteCollection, { params }).catch(form.refuse);
  return refusal ?? redirectWithToast(paths.collections(owner), 'collection_deleted');
}

export default function CollectionDeletePage() {
  let { owner, collection } = useLoaderData<typeof loader>();
  let refused = useActionData<typeof action>();
  return (
    <Stack narrow>
      <PageTitle title="Delete collection" />
      <Card>
        <Confirm button="Delete collection" cancelTo={paths.collections(owner)} lastResult={refused?.lastResult}>
          <p>
            Images below <strong className="wrap-anywhere">{collection.pattern}</strong> on{' '}
            <strong className="wrap-anywhere">{collection.public_domain}</strong> without a package are no longer
            served. Existing packages stay.
          </p>
        </Confirm>
      </Card>
    </Stack>
  );
}
