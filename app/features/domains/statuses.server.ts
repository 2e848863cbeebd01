/** The verification of custom domains, as pages show it. */
import { type DomainStatus, getDomainStatus } from 'contract/domain-status';
import type { Domain } from 'contract/packages';
import { env } from '../../env.server';
import type { Call } from '../../gateway-client.server';

/**
 * By the id or name it is asked for. What was found in the DNS and the time of the next check are
 * for those who look closer.
 */
export async function readStatuses(
  call: Call,
  owner: string,
  refs: readonly string[],
): Promise<Record<string, DomainStatus>> {
  let read = async (ref: string) => {
    let status = await call(getDomainStatus, { params: { owner, domain_ref: ref } });
    return [ref, env.flags.showDomainVerification ? status : inShort(status)] as const;
  };
  return Object.fromEntries(await Promise.all([...new Set(refs)].map(read)));
}

/** The ids of an owner's own domains; the gateway's need no verification. */
export function customIds(domains: readonly Domain[]): string[] {
  return domains.filter((domain) => !domain.is_default).map(({ id }) => id);
}

function inShort(status: DomainStatus): DomainStatus {
  return { ...status, records: status.records.map((record) => ({ ...record, found: [] })), next_check_at: null };
}
