/** …/registry-counts/delete: stops fetching a registry's counts of a package, and deletes those that are stored. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { StoredDays } from '../features/packages/registry-counts-cards';
import { readRegistryCounts, setRegistryCounts } from '../features/packages/registry-counts.server';
import { requirePackageChanger } from '../features/packages/require-package.server';
import { Confirm } from '../forms/confirm';
import { emptyForm, readForm } from '../forms/read-form.server';
import { paths } from '../links/paths';
import { redirectWithToast } from '../session/toast.server';
import { packageHandle } from '../shell/breadcrumbs';
import { pageMeta } from '../shell/meta';
import { Card } from '../ui/card';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

export const meta = pageMeta(({ params }) => ({
  title: `Delete registry counts of ${params.packageName}`,
  description: 'Stop fetching a registry’s counts, and delete those that are stored.',
}));
export const handle = packageHandle('Delete registry counts');

export async function loader(args: LoaderFunctionArgs) {
  let { call, item, params } = await requirePackageChanger(args);
  return { item, counts: await readRegistryCounts(call, params) };
}

export async function action(args: ActionFunctionArgs) {
  let { call, item, params } = await requirePackageChanger(args);
  let form = await readForm(args.request, emptyForm);
  if (!form.ok) return form.reply;
  let refusal = await setRegistryCounts(call, params, false).catch(form.refuse);
  if (refusal instanceof Response) return refusal;
  return redirectWithToast(paths.packageRegistryCounts(item.owner, item.type, item.name), 'registry_counts_off');
}

export default function RegistryCountsDeletePage() {
  let { item, counts } = useLoaderData<typeof loader>();
  let refused = useActionData<typeof action>();
  return (
    <Stack narrow>
      <PageTitle title="Delete registry counts" />
      <Card>
        <Confirm
          button="Delete counts"
          cancelTo={paths.packageRegistryCounts(item.owner, item.type, item.name)}
          lastResult={refused?.lastResult}
        >
          {counts.firstDay && (
            <>
              All stored counts (<StoredDays counts={counts} />) are deleted.{' '}
            </>
          )}
          {counts.isFetched && `No more are fetched from ${counts.registry}. `}What this gateway counted stays.
        </Confirm>
      </Card>
    </Stack>
  );
}
