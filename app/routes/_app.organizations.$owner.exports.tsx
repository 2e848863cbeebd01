/**
 * /organizations/[owner]/exports: files to download, and daily exports to a bucket. For owners and
 * admins.
 */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { archivePath } from 'contract/shared/page-links';
import { organizationHandle } from '../shell/breadcrumbs';
import { RangeFields } from '../features/date-range/range-fields';
import { readRange } from '../features/date-range/range.server';
import { exportsPage, scheduleExport } from '../features/exports/exports.server';
import { ExportsPage } from '../features/exports/exports-page';
import { requireManager } from '../features/organizations/require-organization.server';
import type { RejectedForm } from '../forms/read-form.server';
import { readNextStep } from '../features/analytics/next-step.server';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';

export const meta = pageMeta({
  title: 'Exports',
  description: 'Download the events and companies of an organization, or send them to a bucket every day.',
});
export const handle = organizationHandle('Exports');

export async function loader(args: LoaderFunctionArgs) {
  let signedIn = await requireManager(args);
  let archive = signedIn.role === 'owner' ? archivePath(signedIn.owner, 'organization') : undefined;
  let place = { ...signedIn, home: paths.organizationExports(signedIn.owner), archive };
  let url = new URL(args.request.url);
  return exportsPage(url, place, readRange(url.searchParams, Date.now()), await readNextStep(place, place.owner));
}

export async function action(args: ActionFunctionArgs) {
  let signedIn = await requireManager(args);
  let place = { ...signedIn, home: paths.organizationExports(signedIn.owner) };
  return scheduleExport(args, place);
}

export default function OrganizationExportsPage() {
  let { fields, ...page } = useLoaderData<typeof loader>();
  let refused = useActionData<RejectedForm>();
  let range = <RangeFields fields={fields} withStep={false} daysButton="Download these days" />;
  return <ExportsPage {...page} range={range} lastResult={refused?.lastResult} />;
}
