/** What the DNS said about the custom domains of a package or pixel. */
import { type DomainStatus, getDomainStatus } from 'contract/domain-status';
import type { Domain } from 'contract/packages';
import { env } from '../../env.server';
import type { Call } from '../../gateway-client.server';

/** By the id of the domain; empty while the flag is off. The gateway's own hosts have none. */
export async function readStatuses(
  call: Call,
  owner: string,
  domains: readonly Domain[],
): Promise<Record<string, DomainStatus>> {
  if (!env.flags.showDomainVerification) return {};
  let custom = domains.filter((domain) => !domain.is_default);
  let read = async ({ id }: Domain) =>
    [id, await call(getDomainStatus, { params: { owner, domain_ref: id } })] as const;
  return Object.fromEntries(await Promise.all(custom.map(read)));
}
