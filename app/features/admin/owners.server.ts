import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { accountAdministrationApi, type AdministeredOwner } from 'contract/admin/account-administration';
import { administrationApi } from 'contract/admin/administration';
import * as limits from 'contract/floor/limits';
import type { Reauthentication } from '../../forms/reauthentication';
import type { Call } from '../../gateway/gateway-client.server';
import { readReauthentication } from '../../forms/reauthentication.server';
import { requireAdmin, type SignedIn } from '../../session/guards.server';
import { pageNumber } from '../../ui/pager';

const ownersPerPage = 50;

export async function readOwners(call: Call, url: URL) {
  let q = (url.searchParams.get('q') ?? '').trim().slice(0, limits.searchQueryMax);
  let page = pageNumber(url);
  let { results, total } = await call(administrationApi.getOwners, {
    query: { q: q || undefined, per_page: ownersPerPage, page },
  });
  return { q, page, pages: Math.ceil(total / ownersPerPage), total, owners: results };
}

type Args = LoaderFunctionArgs | ActionFunctionArgs;

/** For platform admins only. */
export async function requireOwnerAdmin(args: Args): Promise<SignedIn & { params: { owner: string } }> {
  return { ...(await requireAdmin(args)), params: { owner: args.params.account ?? '' } };
}

export async function readOwnerStep(args: Args): Promise<{ owner: AdministeredOwner; identity: Reauthentication }> {
  let { call, params } = await requireOwnerAdmin(args);
  let [owner, identity] = await Promise.all([
    call(accountAdministrationApi.getAdministeredOwner, { params }),
    readReauthentication(call, args.request),
  ]);
  return { owner, identity };
}
