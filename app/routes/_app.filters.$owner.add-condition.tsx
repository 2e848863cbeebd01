/**
 * /filters/[owner]/add-condition?next=…&key=…&op=…&value=…: adds a condition to a report. Without a
 * value, the form again with values that were seen in the report's range.
 */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { readReportRange } from '../features/date-range/report-range.server';
import { readAskedCondition, reportWith } from '../features/filters/add-condition.server';
import { ConditionFields } from '../features/filters/condition-fields';
import { ConditionForm } from '../features/filters/condition-form';
import { readSeenValues, type SeenValues } from '../features/filters/seen-values.server';
import { secondary } from '../gateway/secondary.server';
import { redirect } from '../http/redirects.server';
import { paths } from '../links/paths';
import { serverPaths } from '../links/paths.server';
import { requireReport } from '../session/guards.server';
import { pageMeta } from '../shell/meta';
import type { PageHandle } from '../shell/page-handle';
import { LinkButton } from '../ui/button';
import { Card } from '../ui/card';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

export const meta = pageMeta({ title: 'Add condition', description: 'Narrow a report by a field of its events.' });
export const handle: PageHandle = {
  breadcrumb: ({ params: { owner = '' } }) => [
    { label: owner, isName: true, to: paths.home(owner) },
    { label: 'Add condition' },
  ],
};

export async function loader(args: LoaderFunctionArgs) {
  let signedIn = await requireReport(args);
  let { call, owner } = signedIn;
  let asked = readAskedCondition(new URL(args.request.url).searchParams);
  let { next, package: packageId, key, op, value } = asked;
  let { range } = await readReportRange(
    { ...signedIn, packages: packageId ? [packageId] : 'all' },
    new URL(next, args.request.url).searchParams,
  );
  let seen: SeenValues = await secondary(readSeenValues(call, owner, [key], { packageId, time: range?.time }), {});
  let { to, error } = reportWith(asked, seen);
  if (to) throw redirect(to);
  return {
    action: serverPaths.addCondition(owner),
    kept: { next, package: packageId },
    given: { key, op, value },
    seen,
    error,
  };
}

export default function AddCondition() {
  let page = useLoaderData<typeof loader>();
  return (
    <Stack narrow>
      <PageTitle title="Add condition" />
      <Card>
        <ConditionForm {...page} />
        <div className="flex flex-col gap-4">
          <ConditionFields {...page} />
          <LinkButton to={page.kept.next} variant="outline">
            Cancel
          </LinkButton>
        </div>
      </Card>
    </Stack>
  );
}
