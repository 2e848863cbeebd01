/** POST /domains/[owner]/[domainId]/verification: looks a custom domain up in the DNS and leads back. Opened as a page, it leads to the packages. */
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { type DomainState, requestDomainVerification } from 'contract/domain-status';
import { requireFlag } from '../flagged.server';
import { readRefusal } from '../gateway-client.server';
import type { ToastKey } from '../messages';
import { paths } from '../paths';
import { requireChanger } from '../roles.server';
import { redirectWithToast } from '../session/toast.server';

const toasts: Record<DomainState, ToastKey> = {
  verified: 'domain_verified',
  missing: 'domain_not_verified',
  unchecked: 'domain_not_verified',
  unanswered: 'domain_unanswered',
};

export async function loader(args: LoaderFunctionArgs) {
  let { owner } = await requireChanger(args);
  return redirect(paths.packages(owner));
}

export async function action(args: ActionFunctionArgs) {
  let { call, owner } = await requireChanger(args);
  requireFlag('showDomainVerification');
  let next = paths.backTo(String((await args.request.formData()).get('next') ?? ''));
  let params = { owner, domain_ref: args.params.domainId ?? '' };
  let key = await call(requestDomainVerification, { params }).then(({ state }) => toasts[state], refusedAs);
  return redirectWithToast(next, key);
}

async function refusedAs(thrown: unknown): Promise<ToastKey> {
  if ((await readRefusal(thrown))?.code === 'too-many-requests') return 'domain_checked_too_often';
  throw thrown;
}
