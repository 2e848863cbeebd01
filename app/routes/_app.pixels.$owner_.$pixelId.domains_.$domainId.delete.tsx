/** …/domains/[domainId]/delete: removes a custom domain from a pixel; the common host stays. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { domainsApi } from 'contract/packages/domains';
import { pixelHandle } from '../shell/breadcrumbs';
import { Confirm } from '../forms/confirm';
import { requirePixelChanger } from '../features/pixels/pixels.server';
import { emptyForm, readForm } from '../forms/read-form.server';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';
import { redirectWithToast } from '../session/toast.server';
import { Card } from '../ui/card';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

export const meta = pageMeta({ title: 'Delete domain', description: 'Stop serving a pixel from a domain.' });
export const handle = pixelHandle('Delete domain');

export async function loader(args: LoaderFunctionArgs) {
  let { call, owner } = await requirePixelChanger(args);
  let params = { owner, id: args.params.pixelId ?? '', domain_id: args.params.domainId ?? '' };
  return { owner, pixelId: params.id, domain: await call(domainsApi.getPixelDomain, { params }) };
}

export async function action(args: ActionFunctionArgs) {
  let { call, owner } = await requirePixelChanger(args);
  let form = await readForm(args.request, emptyForm);
  if (!form.ok) return form.reply;
  let params = { owner, id: args.params.pixelId ?? '', domain_id: args.params.domainId ?? '' };
  let refusal = await call(domainsApi.deletePixelDomain, { params }).catch(form.refuse);
  return refusal ?? redirectWithToast(paths.pixelEdit(owner, params.id), 'domain_deleted');
}

export default function PixelDomainDeletePage() {
  let { owner, pixelId, domain } = useLoaderData<typeof loader>();
  let refused = useActionData<typeof action>();
  return (
    <Stack narrow>
      <PageTitle title="Delete domain" />
      <Card>
        <Confirm button="Delete domain" cancelTo={paths.pixelEdit(owner, pixelId)} lastResult={refused?.lastResult}>
          Pages that load the pixel from <strong className="wrap-anywhere">{domain.name}</strong> are no longer counted.
        </Confirm>
      </Card>
    </Stack>
  );
}
