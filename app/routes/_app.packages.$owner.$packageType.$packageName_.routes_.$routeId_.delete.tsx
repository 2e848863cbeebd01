/** …/routes/[routeId]/delete: removes one route of a file package. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { packageRoutesApi } from 'contract/packages/package-routes';
import { packageHandle } from '../shell/breadcrumbs';
import { requirePackageChanger } from '../features/packages/require-package.server';
import { Confirm } from '../forms/confirm';
import { emptyForm, readForm } from '../forms/read-form.server';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';
import { redirectWithToast } from '../session/toast.server';
import { Card } from '../ui/card';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

export const meta = pageMeta(({ params }) => ({
  title: `Delete route of ${params.packageName}`,
  description: 'Remove one route from a file package.',
}));
export const handle = packageHandle('Delete route');

export async function loader(args: LoaderFunctionArgs) {
  let { call, owner, item } = await requirePackageChanger(args);
  let params = { owner, package_id: item.id, route_id: args.params.routeId ?? '' };
  return { item, route: await call(packageRoutesApi.getPackageRoute, { params }) };
}

export async function action(args: ActionFunctionArgs) {
  let { call, owner, item } = await requirePackageChanger(args);
  let form = await readForm(args.request, emptyForm);
  if (!form.ok) return form.reply;
  let params = { owner, package_id: item.id, route_id: args.params.routeId ?? '' };
  let refusal = await call(packageRoutesApi.deletePackageRoute, { params }).catch(form.refuse);
  return refusal ?? redirectWithToast(paths.packageSetup(owner, item.type, item.name), 'route_deleted');
}

export default function RouteDeletePage() {
  let { item, route } = useLoaderData<typeof loader>();
  let refused = useActionData<typeof action>();
  return (
    <Stack narrow>
      <PageTitle title="Delete route" />
      <Card>
        <Confirm
          button="Delete route"
          cancelTo={paths.packageSetup(item.owner, item.type, item.name)}
          lastResult={refused?.lastResult}
        >
          Downloads of <code className="wrap-anywhere">{route.incoming_path}</code> stop working immediately. What was
          counted stays.
        </Confirm>
      </Card>
    </Stack>
  );
}
