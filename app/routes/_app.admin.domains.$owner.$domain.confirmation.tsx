/** /admin/domains/[owner]/[domain]/confirmation: verifies a custom domain by hand. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { domainAdministrationApi } from 'contract/admin/domain-administration';
import { domainStatusApi } from 'contract/packages/domain-status';
import { z } from 'zod';
import { Confirm } from '../forms/confirm';
import { readForm } from '../forms/read-form.server';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';
import { requireAdmin } from '../session/guards.server';
import { redirectWithToast } from '../session/toast.server';
import { Card } from '../ui/card';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

export const meta = pageMeta({
  title: 'Confirm domain',
  description: 'Verify a custom domain manually.',
});

export async function loader(args: LoaderFunctionArgs) {
  let { call } = await requireAdmin(args);
  let owner = args.params.owner ?? '';
  let { domain, state } = await call(domainStatusApi.getDomainStatus, { params: paramsOf(args) });
  return { owner, domain, isTaken: state === 'taken' };
}

export async function action(args: ActionFunctionArgs) {
  let { call } = await requireAdmin(args);
  let form = await readForm(args.request, z.object({}));
  if (!form.ok) return form.reply;
  let confirmed = await call(domainAdministrationApi.confirmDomain, { params: paramsOf(args) }).catch(form.refuse);
  return confirmed instanceof Response ? confirmed : redirectWithToast(paths.adminDomains(), 'domain_confirmed');
}

function paramsOf({ params }: LoaderFunctionArgs) {
  return { owner: params.owner ?? '', domain_ref: params.domain ?? '' };
}

export default function AdminDomainConfirmationPage() {
  let { owner, domain, isTaken } = useLoaderData<typeof loader>();
  let refused = useActionData<typeof action>();
  return (
    <Stack narrow>
      <PageTitle title="Confirm domain" />
      <Card>
        <Confirm
          button="Confirm domain"
          pending="Confirming …"
          cancelTo={paths.adminDomains()}
          lastResult={refused?.lastResult}
        >
          <div className="flex max-w-prose flex-col gap-2">
            <p>
              Requests to <strong className="wrap-anywhere">{domain}</strong> will get what <strong>{owner}</strong>{' '}
              serves there, without a DNS record as proof. Only verify domains you know belong to them.
            </p>
            {isTaken && <p>Another owner verified this domain. It stops serving their downloads, and we email them.</p>}
          </div>
        </Confirm>
      </Card>
    </Stack>
  );
}
