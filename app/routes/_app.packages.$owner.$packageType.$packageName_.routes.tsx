/** …/routes: a new route of a file package. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
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
import { dedupe } from '../session/submission-deduplication.server';
import { redirectWithToast } from '../session/toast.server';
import { Card } from '../ui/card';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

export const meta = pageMeta(({ params }) => ({
  title: `Add route to ${params.packageName}`,
  description: 'Add a path to a file package and say where its file is.',
}));
export const handle = packageHandle('Add route');

export async function loader(args: LoaderFunctionArgs) {
  let { call, owner, item } = await requirePackageChanger(args);
  let { domains } = await readHosting(call, owner, item);
  let backTo = paths.packageSetup(owner, item.type, item.name);
  return { place: gatewayOrigin, host: publicHost(gatewayOrigin, item, domains), backTo };
}

export async function action(args: ActionFunctionArgs) {
  let { call, owner, item } = await requirePackageChanger(args);
  let form = await readForm(args.request, SavePackageRoute, { button: 'preview' });
  if (!form.ok) return form.reply;
  if (form.isPressed) return form.again();
  let params = { owner, package_id: item.id };
  return dedupe(args.request, form.value, async () => {
    let route = await call(packageRoutesApi.createPackageRoute, { params, body: form.value }).catch(form.refuse);
    if (route instanceof Response) return route;
    if (route.token !== undefined) return showToken(route.incoming_path, route.token);
    return redirectWithToast(paths.packageSetup(owner, item.type, item.name), 'route_added');
  });
}

export default function NewRoutePage() {
  let { place, host, backTo } = useLoaderData<typeof loader>();
  let answer = useActionData<typeof action>();
  let made = answer && 'made' in answer ? answer.made : null;
  let lastResult = answer && 'lastResult' in answer ? answer.lastResult : undefined;
  return (
    <Stack narrow>
      <PageTitle
        title="Add package route"
        description={
          <>
            A path at your host, and where its file is.{' '}
            <Link to={paths.docs('file')} className="text-accent underline">
              How routes work
            </Link>
          </>
        }
      />
      {made && <RouteToken address={downloadAddress(place, host, made.path)} token={made.token} backTo={backTo} />}
      <Card>
        <RouteForm key={made?.token} place={place} host={host} button="Add route" lastResult={lastResult} />
      </Card>
    </Stack>
  );
}
