/** …/registry-counts: the registry's own counts of a package, fetched or uploaded. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { registryCountsApi } from 'contract/analytics/registry-counts';
import { longFormBytesMax } from 'contract/floor/limits';
import { z } from 'zod';
import { CountsState, UploadCounts } from '../features/packages/registry-counts-cards';
import { enteredCounts, readRegistryCounts, setRegistryCounts } from '../features/packages/registry-counts.server';
import { requirePackageChanger } from '../features/packages/require-package.server';
import { readForm } from '../forms/read-form.server';
import { paths } from '../links/paths';
import { redirectWithToast } from '../session/toast.server';
import { packageHandle } from '../shell/breadcrumbs';
import { pageMeta } from '../shell/meta';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

export const meta = pageMeta(({ params }) => ({
  title: `Registry counts of ${params.packageName}`,
  description: 'All downloads of a package, as its registry counts them.',
}));
export const handle = packageHandle('Registry counts');

const Change = z.object({ change: z.enum(['fetch', 'upload']), counts: z.string().default('') });

export async function loader(args: LoaderFunctionArgs) {
  let { call, item, params } = await requirePackageChanger(args);
  return { item, counts: await readRegistryCounts(call, params) };
}

export async function action(args: ActionFunctionArgs) {
  let { call, item, params, isShared } = await requirePackageChanger(args);
  let form = await readForm(args.request, Change, { bytesMax: longFormBytesMax });
  if (!form.ok) return form.reply;
  let here = paths.packageRegistryCounts(item.owner, item.type, item.name);
  if (form.value.change === 'upload') {
    let entered = enteredCounts(form.value.counts);
    if ('message' in entered) return form.reject('counts', entered.message);
    let saved = await call(registryCountsApi.uploadRegistryCounts, { params, body: entered }).catch(form.refuse);
    return saved instanceof Response ? saved : redirectWithToast(here, 'registry_counts_uploaded');
  }
  await setRegistryCounts(call, params, true);
  // The reports are those of the owner.
  let page = isShared
    ? paths.package(item.owner, item.type, item.name)
    : paths.analytics(item.owner, { package: item.id });
  return redirectWithToast(page, 'registry_counts_on');
}

export default function RegistryCountsPage() {
  let { item, counts } = useLoaderData<typeof loader>();
  let refused = useActionData<typeof action>();
  return (
    <Stack narrow>
      <PageTitle
        title="Registry counts"
        description={
          <>
            All downloads, as the registry counts them: a separate line in the package’s chart.{' '}
            <Link to={`${paths.docs('analytics')}#the-registry-s-own-count`} className="text-accent underline">
              How it works
            </Link>
          </>
        }
      />
      <CountsState item={item} counts={counts} />
      <UploadCounts
        key={`${counts.firstDay} ${counts.lastDay}`}
        registry={counts.isAvailable && !counts.isOn ? counts.registry : null}
        lastResult={refused?.lastResult}
      />
    </Stack>
  );
}
