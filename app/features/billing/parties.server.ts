/** Who sells and who buys, as an invoice names them. */
import { getOrganization } from 'contract/organizations';
import { getUser } from 'contract/users';
import { env } from '../../env.server';
import { readRefusal } from '../../gateway-client.server';
import { isSameOwner } from '../../paths';
import type { SignedIn } from '../../session/guards.server';
import { siteName } from '../../site';

export interface Parties {
  /** Lines of an address: the operator's setting, or the product's name without one. */
  seller: string[];
  buyer: string[];
}

/** The parties of an owner's invoices. */
export async function readParties(signedIn: SignedIn, owner: string): Promise<Parties> {
  let seller = env.INVOICE_SELLER.length > 0 ? env.INVOICE_SELLER : [siteName];
  return { seller, buyer: (await readBuyer(signedIn, owner)).filter((line) => line !== '') };
}

async function readBuyer({ call, username }: SignedIn, owner: string): Promise<string[]> {
  if (isSameOwner(owner, username)) {
    let { first_name, last_name, email } = await call(getUser, { params: { username } });
    return [`${first_name} ${last_name}`.trim(), username, email];
  }
  let found = await call(getOrganization, { params: { name: owner } }).catch(async (thrown: unknown) => {
    if ((await readRefusal(thrown))?.code === 'organization-not-found') return null;
    throw thrown;
  });
  return found ? [found.name, found.billing_email] : [owner];
}
