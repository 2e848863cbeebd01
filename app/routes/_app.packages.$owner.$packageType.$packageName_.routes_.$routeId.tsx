/** …/routes/[routeId]: changes one route of a file package. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { packageRoutesApi, SavePackageRoute } from 'contract/packages/package-routes';
import { packageHandle } from '../shell/breadcrumbs';
import { readHosting, requirePackageChanger } from '../features/packages/require-package.server';
import { RouteForm, RouteToken } from '../features/packages/route-form';
import { showToken } from '../features/packages/route-token.server';
import { readForm } from '../forms/read-form.server';
import { downloadAddress, publicHost } from '../gateway/gateway-addresses';
import { gatewayOrigin } from '../gateway/gateway-origin.server';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';
import { redirectWithToast } from '../session/toast.server';
import { Card } from '../ui/card';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

export const meta = pageMeta(({ params }) => ({
  title: `Edit route of ${params.packageName}`,
  description: 'Change the path of a route and the location of its file.',
}));
export const handle = packageHandle('Edit route');

export async function loader(args: LoaderFunctionArgs) {
  let { call, owner, item } = await requirePackageChanger(args);
  let params = { owner, package_id: item.id, route_id: args.params.routeId ?? '' };
  let [route, { domains }] = await Promise.all([
    call(packageRoutesApi.getPackageRoute, { params }),
    readHosting(call, owner, item),
  ]);
  let backTo = paths.packageSetup(owner, item.type, item.name);
  return { route, place: gatewayOrigin, host: publicHost(gatewayOrigin, item, domains), backTo };
}

export async function action(args: ActionFunctionArgs) {
  let { call, owner, item } = await requirePackageChanger(args);
  let form = await readForm(args.request, SavePackageRoute, { button: 'preview' });
  if (!form.ok) return form.reply;
  if (form.isPressed) return form.again();
  let params = { owner, package_id: item.id, route_id: args.params.routeId ?? '' };
  let route = await call(packageRoutesApi.updatePackageRoute, { params, body: form.value }).catch(form.refuse);
  if (route instanceof Response) return route;
  if (route.token !== undefined) return showToken(route.incoming_path, route.token);
  return redirectWithToast(paths.packageSetup(owner, item.type, item.name), 'route_updated');
}

export default function RoutePage() {
  let { route, place, host, backTo } = useLoaderData<typeof loader>();
  let answer = useActionData<typeof action>();
  let made = answer && 'made' in answer ? answer.made : null;
  let lastResult = answer && 'lastResult' in answer ? answer.lastResult : undefined;
  let { type, incoming_path, outgoing_url, requires_token } = route;
  let defaults = { type, incoming_path, outgoing_url: outgoing_url ?? '', requires_token };
  return (
    <Stack narrow>
      <PageTitle title="Edit package route" description="Changing the path breaks existing URLs." />
      {made && <RouteToken address={downloadAddress(place, host, made.path)} token={made.token} backTo={backTo} />}
      <Card>
        <RouteForm
          key={made?.token}
          place={place}
          host={host}
          button="Save route"
          defaults={defaults}
          lastResult={lastResult}
        />
      </Card>
    </Stack>
  );
}
