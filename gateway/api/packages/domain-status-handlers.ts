/** Custom domains: what verifies them, what was found, and confirming one by hand. */
import { z } from 'zod';
import { domainAdministrationApi, type UnverifiedDomain } from 'contract/admin/domain-administration';
import { domainStatusApi, type DomainState, type DomainStatus } from 'contract/packages/domain-status';
import { time } from 'contract/floor/time';
import { parseJson } from 'contract/floor/json';
import { challengeName } from '../../packages/dns/verification-records';
import {
  customDomain,
  unverifiedDomains,
  type HeldDomain,
  type FoundDomain,
} from '../../packages/hosts/custom-domains';
import { isReservedHost } from '../../packages/hosts/hosts';
import { formerNames } from '../../floor/names';
import type { OwnerRow } from '../../floor/db/account-schema';
import type { Services } from '../http/services';
import { serve } from '../http/handler';
import { ownerByName } from '../../floor/owners';
import { presentPage } from '../http/pagination';

export const domainStatusEndpoints = serve(domainStatusApi, {
  async getDomainStatus({ parts, owner, params }) {
    return present(parts, owner, await customDomain(parts.records, owner.id, params.domain_ref));
  },

  async requestDomainVerification({ parts, owner, params, act }) {
    let { name } = await customDomain(parts.records, owner.id, params.domain_ref);
    await parts.attempts.domainCheck(owner.id);
    await parts.domains.checks.check(owner, name, act);
    return present(parts, owner, await customDomain(parts.records, owner.id, name));
  },
});

export const domainAdministrationEndpoints = serve(domainAdministrationApi, {
  async getUnverifiedDomains({ parts, query, url }) {
    let page = await unverifiedDomains(parts.records, query.q, query);
    return presentPage(
      page,
      { query, url },
      (row) => row.name,
      (row) => presentUnverified(parts, row),
    );
  },

  async confirmDomain({ parts, params, act }) {
    let owner = await ownerByName(parts.records, params.owner);
    let { name } = await customDomain(parts.records, owner.id, params.domain_ref);
    await parts.domains.checks.confirm(owner, name, act);
    return present(parts, owner, await customDomain(parts.records, owner.id, name));
  },
});

const Texts = z.array(z.string());

async function present(parts: Services, owner: OwnerRow, domain: HeldDomain): Promise<DomainStatus> {
  let { evidence } = parts.domains;
  let { name, verified_at, verified_by, checked_at, next_check_at } = domain;
  let found = { cname: parseJson(Texts, domain.cname), txt: parseJson(Texts, domain.txt) };
  let hasName = evidence.hasHost([owner.name_key], found);
  let hasEarlierName = !hasName && evidence.hasHost(await formerNames(parts.records, owner.id), found);
  return {
    domain: name,
    state: stateOf(parts, domain, domain.holder !== null),
    records: [
      {
        type: 'CNAME',
        name,
        value: evidence.hostFor(owner, domain.serves),
        found: found.cname,
        matches: hasName || hasEarlierName,
        has_earlier_name: hasEarlierName,
      },
      {
        type: 'TXT',
        name: challengeName(name),
        value: evidence.textFor(owner.id, name),
        found: found.txt,
        matches: evidence.hasText(owner.id, name, found),
        has_earlier_name: false,
      },
    ],
    checked_at: checked_at === null ? null : time(checked_at),
    answered: domain.answered === 1,
    verified_at: verified_at === null ? null : time(verified_at),
    verified_by,
    next_check_at: next_check_at === null ? null : time(next_check_at),
  };
}

function presentUnverified(parts: Services, row: FoundDomain): UnverifiedDomain {
  return {
    domain: row.name,
    owner: row.owner_name,
    state: stateOf(parts, row, row.holder_name !== null) as UnverifiedDomain['state'],
    added_at: time(row.added_at),
    checked_at: row.checked_at === null ? null : time(row.checked_at),
    verified_for: row.holder_name,
  };
}

function stateOf(
  parts: Services,
  { name, verified_by, checked_at, answered }: Pick<HeldDomain, 'name' | 'verified_by' | 'checked_at' | 'answered'>,
  isHeld: boolean,
): DomainState {
  if (isReservedHost(name, parts)) return 'reserved';
  if (verified_by !== null) return 'verified';
  if (isHeld) return 'taken';
  if (checked_at === null) return 'unchecked';
  return answered === 1 ? 'missing' : 'unanswered';
}
