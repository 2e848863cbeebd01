/** …/domains: a new custom domain of a package. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { domainsApi, CreateDomain } from 'contract/packages/domains';
import { AddDomainForm } from '../features/domains/add-domain-form';
import { packageHandle } from '../shell/breadcrumbs';
import { requirePackageChanger } from '../features/packages/require-package.server';
import { readForm } from '../forms/read-form.server';
import { defaultHost } from '../gateway/gateway-addresses';
import { gatewayOrigin } from '../gateway/gateway-origin.server';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';
import { dedupe } from '../session/submission-deduplication.server';
import { redirectWithToast } from '../session/toast.server';
import { Card } from '../ui/card';
import { named } from '../ui/name';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

export const meta = pageMeta(({ params }) => ({
  title: `Add domain to ${params.packageName}`,
  description: 'Serve a package from your own domain.',
}));
export const handle = packageHandle('Add domain');

export async function loader(args: LoaderFunctionArgs) {
  let { item } = await requirePackageChanger(args);
  return { name: item.name, pointsTo: defaultHost(gatewayOrigin, item.owner, item.type) };
}

export async function action(args: ActionFunctionArgs) {
  let { call, owner, item } = await requirePackageChanger(args);
  let form = await readForm(args.request, CreateDomain);
  if (!form.ok) return form.reply;
  let params = { owner, package_id: item.id };
  return dedupe(args.request, form.value, async () => {
    let domain = await call(domainsApi.createPackageDomain, { params, body: form.value }).catch(form.refuse);
    if (domain instanceof Response) return domain;
    return redirectWithToast(paths.packageSetup(owner, item.type, item.name), 'domain_added');
  });
}

export default function NewPackageDomainPage() {
  let { name, pointsTo } = useLoaderData<typeof loader>();
  let refused = useActionData<typeof action>();
  return (
    <Stack narrow>
      <PageTitle
        title={named`Add a domain to ${name}`}
        description={
          <>
            Serve it from your own domain.{' '}
            <Link to={paths.docs('domains')} className="text-accent underline">
              How custom domains work
            </Link>
          </>
        }
      />
      <Card>
        <AddDomainForm pointsTo={pointsTo} lastResult={refused?.lastResult} />
      </Card>
    </Stack>
  );
}
