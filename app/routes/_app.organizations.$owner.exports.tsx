/** Exports of an account or an organization: files to download, and daily exports to a bucket. */
import * as limits from 'contract/floor/limits';
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { RangeFields } from '../features/date-range/range-fields';
import { readRange } from '../features/date-range/range.server';
import { exportsPage, scheduleExport } from '../features/exports/exports.server';
import { ExportsPage } from '../features/exports/exports-page';
import { readNextStep } from '../features/analytics/next-step.server';
import type { RejectedForm } from '../forms/read-form.server';
import { paths } from '../links/paths';
import { requireSettingsRole } from '../session/settings.server';
import { settingsMeta } from '../shell/meta';
import { secondary } from '../gateway/secondary.server';

export const meta = settingsMeta(
  'Exports',
  'Download events and companies, or send them to a bucket daily.',
  'Download events and companies, or send them to a bucket daily.',
);

export async function loader(args: LoaderFunctionArgs) {
  let settings = await requireSettingsRole(args, 'managers');
  let archive = settings.role === 'owner' ? paths.settings(settings, 'archive') : undefined;
  let place = { ...settings, home: paths.settings(settings, 'exports'), archive };
  let url = new URL(args.request.url);
  return exportsPage(
    url,
    place,
    readRange(url.searchParams, Date.now(), { daysMax: limits.exportDaysMax }),
    await secondary(readNextStep(place, place.owner), null),
  );
}

export async function action(args: ActionFunctionArgs) {
  let settings = await requireSettingsRole(args, 'managers');
  return scheduleExport(args, { ...settings, home: paths.settings(settings, 'exports') });
}

export default function OwnerExportsPage() {
  let { fields, ...page } = useLoaderData<typeof loader>();
  let refused = useActionData<RejectedForm>();
  let range = <RangeFields fields={fields} />;
  return <ExportsPage {...page} range={range} lastResult={refused?.lastResult} />;
}
