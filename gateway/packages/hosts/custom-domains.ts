/**
 * Custom domains of owners: added, found, listed, dropped. Any number of owners may add a name; at
 * most one has verified it.
 */
import { sql } from 'kysely';
import { isLocalDomain } from 'contract/packages/package-types/hosts';
import { docker } from 'contract/packages/package-types/docker';
import type { PackageType } from 'contract/packages/package-types/list';
import type { PageQuery } from 'contract/rules/route';
import { ApiError } from '../../floor/calls/api-error';
import { isOwnHost, isReservedHost, type OwnAddresses } from './hosts';
import { cutPage, pageWindow, type Page } from '../../floor/db/page';
import type { CustomDomainRow } from '../../floor/db/hosting-schema';
import type { OwnerRow } from '../../floor/db/account-schema';
import type { Records } from '../../floor/db/schema';

export interface HeldDomain extends CustomDomainRow {
  /** What is served there; collections count as docker. */
  serves: PackageType | 'pixel';
  holder: Pick<OwnerRow, 'id' | 'name'> | null;
}

/**
 * Whether this gateway serves a URL, or will serve it once the owner has verified its domain: what
 * leads there would come back for ever. Another port of this machine is another server.
 */
export async function isServedHere(
  records: Records,
  url: string,
  ownerId: string,
  { domain, port: ownPort }: OwnAddresses,
): Promise<boolean> {
  let { hostname: host, port } = new URL(url);
  if (isOwnHost(host, domain)) return !isLocalDomain(domain) || port === '' || port === ownPort;
  let found = await records
    .selectFrom('custom_domains')
    .select('name')
    .where('name', '=', host)
    .where((e) => e.or([e('owner_id', '=', ownerId), e('verified_by', 'is not', null)]))
    .executeTakeFirst();
  return found !== undefined;
}

export const neverChecked = { cname: '[]', txt: '[]', answered: 0, checked_at: null };

/**
 * Records inside a transaction that an owner uses a name, to be checked soon. False for a reserved
 * name.
 */
export async function useDomain(
  change: Records,
  ownerId: string,
  { name, own }: { name: string; own: OwnAddresses },
  now: number,
): Promise<boolean> {
  if (isReservedHost(name, own)) return false;
  await change
    .insertInto('custom_domains')
    .values({ owner_id: ownerId, name, added_at: now, ...neverChecked, next_check_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return true;
}

/** Deletes the unused domains of this owner, with their verification. */
export async function dropUnusedDomains(change: Records, ownerId: string): Promise<void> {
  await change
    .deleteFrom('custom_domains')
    .where('owner_id', '=', ownerId)
    .where(({ and, not, exists, selectFrom }) =>
      and([
        not(
          exists(
            selectFrom('domains')
              .select('domains.id')
              .whereRef('domains.name', '=', 'custom_domains.name')
              .whereRef('domains.owner_id', '=', 'custom_domains.owner_id'),
          ),
        ),
        not(
          exists(
            selectFrom('collections')
              .select('collections.id')
              .whereRef('collections.public_domain', '=', 'custom_domains.name')
              .whereRef('collections.owner_id', '=', 'custom_domains.owner_id'),
          ),
        ),
      ]),
    )
    .execute();
}

/**
 * A custom domain of an owner, by the id of a domain of a package or pixel, or by its name. Refuses
 * with domain-not-found.
 */
export async function customDomain(records: Records, ownerId: string, ref: string): Promise<HeldDomain> {
  let used = await records
    .selectFrom('domains')
    .leftJoin('packages', 'packages.id', 'domains.package_id')
    .where('domains.owner_id', '=', ownerId)
    .where((e) => e.or([e('domains.id', '=', ref), e('domains.name', '=', ref.toLowerCase())]))
    .select(['domains.name', 'packages.type'])
    .orderBy('domains.id')
    .executeTakeFirst();
  let name = used ? used.name : ref.toLowerCase();
  let row = await records
    .selectFrom('custom_domains')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('name', '=', name ?? '')
    .executeTakeFirst();
  if (!row) throw new ApiError('domain-not-found');
  return { ...row, serves: used ? (used.type ?? 'pixel') : docker.name, holder: await holderOf(records, row.name) };
}

/** The owner who has verified a name; null if unverified. */
export async function holderOf(records: Records, name: string): Promise<OwnerRow | null> {
  let holder = await records
    .selectFrom('custom_domains')
    .innerJoin('owners', 'owners.id', 'custom_domains.owner_id')
    .where('custom_domains.name', '=', name)
    .where('verified_by', 'is not', null)
    .selectAll('owners')
    .executeTakeFirst();
  return holder ?? null;
}

/** Domains whose automatic check is due, the longest due first. */
export async function dueDomains(
  records: Records,
  now: number,
  limit: number,
): Promise<Pick<CustomDomainRow, 'owner_id' | 'name'>[]> {
  return records
    .selectFrom('custom_domains')
    .select(['owner_id', 'name'])
    .where('next_check_at', '<=', now)
    .orderBy('next_check_at')
    .limit(limit)
    .execute();
}

export interface FoundDomain extends CustomDomainRow {
  owner_name: string;
  /** Name of the owner who has verified it; null if unverified. */
  holder_name: string | null;
}

/**
 * A page of the domains that their owners have not verified, by name; `text` is part of a domain or
 * of an owner's name.
 */
export async function unverifiedDomains(
  records: Records,
  text: string | undefined,
  page: PageQuery,
): Promise<Page<FoundDomain>> {
  let pattern = `%${(text ?? '').toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
  let all = records
    .selectFrom('custom_domains')
    .innerJoin('owners', 'owners.id', 'custom_domains.owner_id')
    .where('custom_domains.verified_by', 'is', null)
    .where(
      sql<boolean>`(custom_domains.name like ${pattern} escape '\\' or owners.name_key like ${pattern} escape '\\')`,
    );
  let { limit, offset } = pageWindow(page);
  let rows = await all
    .leftJoin('custom_domains as held', (join) =>
      join.onRef('held.name', '=', 'custom_domains.name').on('held.verified_by', 'is not', null),
    )
    .leftJoin('owners as holders', 'holders.id', 'held.owner_id')
    .selectAll('custom_domains')
    .select(['owners.name as owner_name', 'holders.name as holder_name'])
    .orderBy('custom_domains.name')
    .orderBy('owners.name_key')
    .limit(limit)
    .offset(offset)
    .execute();
  let { total } = await all.select((e) => e.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return cutPage(rows, total, page);
}
