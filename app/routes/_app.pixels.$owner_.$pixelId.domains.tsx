/**
 * …/domains: adds a custom domain to a pixel. Also the page that corrects the refused domain of a
 * new pixel (`?domain=&code=`).
 */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { isErrorCode } from 'contract/rules/errors';
import * as limits from 'contract/floor/limits';
import { CreateDomain, domainsApi } from 'contract/packages/domains';
import { pixelsApi } from 'contract/packages/pixels';
import { AddDomainForm } from '../features/domains/add-domain-form';
import { pixelHandle } from '../shell/breadcrumbs';
import { requirePixelChanger } from '../features/pixels/pixels.server';
import { readForm } from '../forms/read-form.server';
import { ownHost } from '../gateway/gateway-origin.server';
import { sentence } from '../text/messages';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';
import { dedupe } from '../session/submission-deduplication.server';
import { redirectWithToast } from '../session/toast.server';
import { AlertBox } from '../ui/alert';
import { LinkButton } from '../ui/button';
import { Card } from '../ui/card';
import { named } from '../ui/name';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

export const meta = pageMeta({ title: 'Add domain to pixel', description: 'Serve a pixel from your own domain.' });
export const handle = pixelHandle('Add domain');

export async function loader(args: LoaderFunctionArgs) {
  let { call, owner } = await requirePixelChanger(args);
  let pixel = await call(pixelsApi.getTrackingPixel, { params: { owner, id: args.params.pixelId ?? '' } });
  let search = new URL(args.request.url).searchParams;
  let code = search.get('code');
  return {
    pixel,
    pointsTo: ownHost(owner),
    domain: (search.get('domain') ?? '').slice(0, limits.hostMax),
    refusal: code ? sentence(isErrorCode(code) ? code : 'domain_not_added') : null,
  };
}

export async function action(args: ActionFunctionArgs) {
  let { call, owner } = await requirePixelChanger(args);
  let form = await readForm(args.request, CreateDomain);
  if (!form.ok) return form.reply;
  let params = { owner, id: args.params.pixelId ?? '' };
  return dedupe(args.request, form.value, async () => {
    let domain = await call(domainsApi.createPixelDomain, { params, body: form.value }).catch(form.refuse);
    if (domain instanceof Response) return domain;
    return redirectWithToast(paths.pixelCreated(owner, params.id), 'domain_added');
  });
}

export default function NewPixelDomainPage() {
  let { pixel, pointsTo, domain, refusal } = useLoaderData<typeof loader>();
  let refused = useActionData<typeof action>();
  return (
    <Stack narrow>
      <PageTitle title={named`Add a domain to ${pixel.name}`} />
      {refusal && !refused && (
        <AlertBox variant="warning" title="Pixel created, but the domain could not be added.">
          {domain && <b className="wrap-anywhere">{domain}: </b>}
          {refusal} Change the domain, or continue without one.
        </AlertBox>
      )}
      <Card>
        <AddDomainForm pointsTo={pointsTo} domain={domain} lastResult={refused?.lastResult} />
      </Card>
      {refusal && (
        <div>
          <LinkButton to={paths.pixelCreated(pixel.owner, pixel.id)} variant="outline">
            Continue without a domain
          </LinkButton>
        </div>
      )}
    </Stack>
  );
}
