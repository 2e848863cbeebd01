import { domainStatusApi, type DomainStatus } from 'contract/packages/domain-status';
import type { Domain } from 'contract/packages/domains';
import { env } from '../../config/env.server';
import type { Call } from '../../gateway/gateway-client.server';
import { secondary } from '../../gateway/secondary.server';

/**
 * By domain id or name, of those that have one and could be loaded. Found records and the next check
 * are behind a flag.
 */
export async function readDomainStatuses(
  call: Call,
  owner: string,
  refs: readonly string[],
): Promise<Record<string, DomainStatus>> {
  let read = async (ref: string) => {
    let reading = call(domainStatusApi.getDomainStatus, { params: { owner, domain_ref: ref } }).catch(noneWhen404);
    let status = await secondary(reading);
    return status ? [[ref, env.flags.showDomainVerification ? status : inShort(status)] as const] : [];
  };
  return Object.fromEntries((await Promise.all([...new Set(refs)].map(read))).flat());
}

/** Another gateway does not say which domain is its own host, which has no status. */
function noneWhen404(thrown: unknown): undefined {
  if (thrown instanceof Response && thrown.status === 404) return;
  throw thrown;
}

/** Default hosts need no verification. */
export function customIds(domains: readonly Domain[]): string[] {
  return domains.filter((domain) => !domain.is_default).map(({ id }) => id);
}

function inShort(status: DomainStatus): DomainStatus {
  return { ...status, records: status.records.map((record) => ({ ...record, found: [] })), next_check_at: null };
}
