/** …/domains/[domainId]/delete: removes a domain from a package; the last one stays. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { domainsApi } from 'contract/packages/domains';
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
  title: `Delete domain of ${params.packageName}`,
  description: 'Stop serving a package from one of its domains.',
}));
export const handle = packageHandle('Delete domain');

export async function loader(args: LoaderFunctionArgs) {
  let { call, owner, item } = await requirePackageChanger(args);
  let params = { owner, package_id: item.id, domain_id: args.params.domainId ?? '' };
  return { item, domain: await call(domainsApi.getPackageDomain, { params }) };
}

export async function action(args: ActionFunctionArgs) {
  let { call, owner, item } = await requirePackageChanger(args);
  let form = await readForm(args.request, emptyForm);
  if (!form.ok) return form.reply;
  let params = { owner, package_id: item.id, domain_id: args.params.domainId ?? '' };
  let refusal = await call(domainsApi.deletePackageDomain, { params }).catch(form.refuse);
  return refusal ?? redirectWithToast(paths.packageSetup(owner, item.type, item.name), 'domain_deleted');
}

export default function PackageDomainDeletePage() {
  let { item, domain } = useLoaderData<typeof loader>();
  let refused = useActionData<typeof action>();
  return (
    <Stack narrow>
      <PageTitle title="Delete domain" />
      <Card>
        <Confirm
          button="Delete domain"
          cancelTo={paths.packageSetup(item.owner, item.type, item.name)}
          lastResult={refused?.lastResult}
        >
          {item.name} can no longer be downloaded from <strong className="wrap-anywhere">{domain.name}</strong>.
        </Confirm>
      </Card>
    </Stack>
  );
}
