import { domainStatusApi, type DomainStatus } from 'contract/packages/domain-status';
import type { Domain } from 'contract/packages/domains';
import { env } from '../../config/env.server';
import type { Call } from '../../gateway/gateway-client.server';
import { secondary } from '../../gateway/secondary.server';

/** By domain id or name; empty if they could not be loaded. Found records and the next check are behind a flag. */
export async function readDomainStatuses(
  call: Call,
  owner: string,
  refs: readonly string[],
): Promise<Record<string, DomainStatus>> {
  let read = async (ref: string) => {
    let status = await call(domainStatusApi.getDomainStatus, { params: { owner, domain_ref: ref } });
    return [ref, env.flags.showDomainVerification ? status : inShort(status)] as const;
  };
  return Object.fromEntries(await secondary(Promise.all([...new Set(refs)].map(read)), []));
}

/** Default hosts need no verification. */
export function customIds(domains: readonly Domain[]): string[] {
  return domains.filter((domain) => !domain.is_default).map(({ id }) => id);
}

function inShort(status: DomainStatus): DomainStatus {
  return { ...status, records: status.records.map((record) => ({ ...record, found: [] })), next_check_at: null };
}
