/** Reads the rules of the edge from the records, of all owners or of some. */
import type { OwnerRules, PixelRule } from 'contract/edge/edge-rules';
import { markedTypes } from 'contract/packages/withdrawn-versions';
import { fallbackRules } from './fallback-targets';
import { hostedPackages, type OwnersAsked } from './hosts/hosted-packages';
import { isReservedHost, type OwnAddresses } from './hosts/hosts';
import { servedAt } from './hosts/served-hosts';
import type { Records } from '../floor/db/schema';
import { typeRecords } from './types/list';
import type { RulesParts } from './types/type';
import { variableNames } from './variable-names';
import { withdrawnRules } from './withdrawn-versions';

/**
 * Reads the rules of the owners asked for, in one go; owners without any are left out. The default
 * hosts of an owner's earlier names go on.
 */
export async function loadRules(
  records: Records,
  own: OwnAddresses,
  owners?: OwnersAsked,
): Promise<Map<string, OwnerRules>> {
  let [earlierNames, hosted, pixels, pixelHosts, names, withdrawn, fallbacks] = await Promise.all([
    earlierNamesByOwner(records, owners),
    hostedPackages(records, owners),
    pixelRules(records, owners),
    customPixelHosts(records, owners),
    variableNames(records, owners),
    withdrawnRules(records, owners),
    fallbackRules(records, owners),
  ]);
  let place: RulesParts['place'] = (rows) => servedAt(rows, earlierNames, own);
  let all = new Map<string, OwnerRules>();
  let of = (ownerId: string) => {
    let rules = all.get(ownerId) ?? { packages: {}, pixels: [], pixelHosts: [] };
    all.set(ownerId, rules);
    return rules;
  };
  for (let [type, { rules }] of Object.entries(typeRecords)) {
    let packages = hosted.filter((row) => row.type === type);
    for (let rule of await rules({ records, owners, packages, place })) {
      let others = 'packageId' in rule ? fallbacks.get(rule.packageId) : undefined;
      if (others) rule.fallbacks = others;
      let lists = of(rule.ownerId).packages as Record<string, (typeof rule)[]>;
      (lists[type] ??= []).push(rule);
    }
  }
  for (let pixel of pixels) of(pixel.ownerId).pixels.push(pixel);
  for (let { owner_id, name } of pixelHosts) if (!isReservedHost(name, own)) of(owner_id).pixelHosts.push(name);
  for (let [ownerId, { withdrawn: entries, notices }] of withdrawn) {
    let rules = of(ownerId);
    rules.withdrawn = entries;
    for (let rule of markedTypes.flatMap((type) => rules.packages[type] ?? [])) {
      let notice = notices.get(rule.packageId);
      if (notice) rule.notices = notice;
    }
  }
  for (let [ownerId, rules] of all) {
    let chosen = names.get(ownerId);
    if (chosen) for (let rule of [...(rules.packages.file ?? []), ...rules.pixels]) rule.variableNames = chosen;
  }
  return all;
}

async function earlierNamesByOwner(records: Records, owners: OwnersAsked): Promise<Map<string, string[]>> {
  let rows = await records
    .selectFrom('given_up_names')
    .select(['owner_id', 'name_key'])
    .$if(owners !== undefined, (query) => query.where('owner_id', 'in', owners!))
    .orderBy('name_key')
    .execute();
  let names = new Map<string, string[]>();
  for (let { owner_id, name_key } of rows)
    if (owner_id !== null && name_key !== null) names.set(owner_id, [...(names.get(owner_id) ?? []), name_key]);
  return names;
}

async function pixelRules(records: Records, owners: OwnersAsked): Promise<PixelRule[]> {
  let rows = await records
    .selectFrom('pixels')
    .select(['id', 'owner_id', 'track_companies', 'keep_referrer_query'])
    .$if(owners !== undefined, (query) => query.where('owner_id', 'in', owners!))
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    pixelId: row.id,
    ownerId: row.owner_id,
    trackCompanies: row.track_companies === 1,
    keepReferrerQuery: row.keep_referrer_query === 1,
  }));
}

async function customPixelHosts(records: Records, owners: OwnersAsked): Promise<{ owner_id: string; name: string }[]> {
  return records
    .selectFrom('domains')
    .innerJoin('custom_domains as custom', (join) =>
      join.onRef('custom.owner_id', '=', 'domains.owner_id').onRef('custom.name', '=', 'domains.name'),
    )
    .where('domains.pixel_id', 'is not', null)
    .where('custom.verified_by', 'is not', null)
    .$if(owners !== undefined, (query) => query.where('domains.owner_id', 'in', owners!))
    .select(['custom.owner_id', 'custom.name'])
    .distinct()
    .orderBy('custom.name')
    .execute();
}
