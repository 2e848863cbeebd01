/**
 * POST /domains/[owner]/[domainId]/verification: checks the DNS records of a custom domain and
 * redirects back. GET leads to the packages.
 */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { domainStatusApi, type DomainState, type DomainStatus } from 'contract/packages/domain-status';
import { readNextPath } from '../forms/read-form.server';
import { readApiError } from '../gateway/gateway-client.server';
import type { ToastKey } from '../text/messages';
import { paths } from '../links/paths';
import { redirect } from '../http/redirects.server';
import { requireOwner } from '../session/guards.server';
import { resourceAction } from '../session/failure-toast.server';
import { redirectWithToast } from '../session/toast.server';

const toasts: Record<DomainState, ToastKey> = {
  verified: 'domain_verified',
  missing: 'domain_not_verified',
  unchecked: 'domain_not_verified',
  unanswered: 'domain_unanswered',
  taken: 'domain_taken',
  reserved: 'domain_reserved',
};

export async function loader(args: LoaderFunctionArgs) {
  let { owner } = await requireOwner(args);
  return redirect(paths.packages(owner));
}

export const action = resourceAction(async (args) => {
  let { call, owner } = await requireOwner(args);
  let next = await readNextPath(args.request);
  let params = { owner, domain_ref: args.params.domainId ?? '' };
  let key = await call(domainStatusApi.requestDomainVerification, { params }).then(toastOf, refusedAs);
  return redirectWithToast(next, key);
});

function toastOf({ state, answered, records }: DomainStatus): ToastKey {
  if (!answered) return 'domain_unanswered';
  let isFound = records.some(({ matches }) => matches);
  return state === 'verified' && !isFound ? 'domain_stays_verified' : toasts[state];
}

async function refusedAs(thrown: unknown): Promise<ToastKey> {
  if ((await readApiError(thrown))?.code === 'too-many-requests') return 'domain_checked_too_often';
  throw thrown;
}
