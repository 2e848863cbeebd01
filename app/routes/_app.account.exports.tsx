/**
 * /account/exports: files to download, and daily exports to a bucket.
 */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { archivePath } from 'contract/shared/page-links';
import { accountHandle } from '../shell/breadcrumbs';
import { RangeFields } from '../features/date-range/range-fields';
import { readRange } from '../features/date-range/range.server';
import { exportsPage, scheduleExport } from '../features/exports/exports.server';
import { ExportsPage } from '../features/exports/exports-page';
import { requireAccount } from '../features/account/require-account.server';
import type { RejectedForm } from '../forms/read-form.server';
import { readNextStep } from '../features/analytics/next-step.server';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';

export const meta = pageMeta({
  title: 'Exports',
  description: 'Download the events and companies of a person, or send them to a bucket every day.',
});
export const handle = accountHandle('Exports');

export async function loader(args: LoaderFunctionArgs) {
  let signedIn = await requireAccount(args);
  let place = { ...signedIn, owner: signedIn.username, home: paths.accountExports(), archive: archivePath('', 'user') };
  let url = new URL(args.request.url);
  return exportsPage(url, place, readRange(url.searchParams, Date.now()), await readNextStep(place, place.owner));
}

export async function action(args: ActionFunctionArgs) {
  let signedIn = await requireAccount(args);
  let place = { ...signedIn, owner: signedIn.username, home: paths.accountExports() };
  return scheduleExport(args, place);
}

export default function AccountExportsPage() {
  let { fields, ...page } = useLoaderData<typeof loader>();
  let refused = useActionData<RejectedForm>();
  let range = <RangeFields fields={fields} withStep={false} daysButton="Download these days" />;
  return <ExportsPage {...page} range={range} lastResult={refused?.lastResult} />;
}
