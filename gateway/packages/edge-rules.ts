/** Reads the rules of the edge from the records, in one go. */
import type { PackageRules } from 'contract/package-types/list';
import type { PixelRule, Rules } from 'contract/edge-rules';
import { pixelHost } from 'contract/package-types/hosts';
import { hostedPackages } from './hosted-packages';
import { isReservedHost, type OwnAddresses } from './hosts';
import { placed } from './placement';
import type { Records } from '../db/schema';
import { typeRecords } from './types/list';
import type { RulesParts } from './types/type';

/** Reads all rules. The default hosts of an owner's earlier names go on. */
export async function loadRules(records: Records, own: OwnAddresses): Promise<Rules> {
  let [earlierNames, hosted, pixels, pixelHosts] = await Promise.all([
    earlierNamesByOwner(records),
    hostedPackages(records),
    pixelRules(records),
    customPixelHosts(records, own),
  ]);
  let place: RulesParts['place'] = (rows) => placed(rows, earlierNames, own);
  let ofTypes = Object.entries(typeRecords).map(async ([type, { rules }]) => {
    let packages = hosted.filter((row) => row.type === type);
    return [type, await rules({ records, packages, place })];
  });
  return {
    packages: Object.fromEntries(await Promise.all(ofTypes)) as PackageRules,
    pixels,
    pixelHosts: [pixelHost(own.domain), ...pixelHosts],
  };
}

async function earlierNamesByOwner(records: Records): Promise<Map<string, string[]>> {
  let rows = await records.selectFrom('given_up_names').select(['owner_id', 'name_key']).execute();
  let names = new Map<string, string[]>();
  for (let { owner_id, name_key } of rows)
    if (owner_id !== null && name_key !== null) names.set(owner_id, [...(names.get(owner_id) ?? []), name_key]);
  return names;
}

async function pixelRules(records: Records): Promise<PixelRule[]> {
  let rows = await records
    .selectFrom('pixels')
    .select(['id', 'owner_id', 'track_companies', 'keep_referrer_query'])
    .execute();
  return rows.map((row) => ({
    pixelId: row.id,
    ownerId: row.owner_id,
    trackCompanies: row.track_companies === 1,
    keepReferrerQuery: row.keep_referrer_query === 1,
  }));
}

async function customPixelHosts(records: Records, own: OwnAddresses): Promise<string[]> {
  let rows = await records
    .selectFrom('domains')
    .innerJoin('custom_domains as custom', (join) =>
      join.onRef('custom.owner_id', '=', 'domains.owner_id').onRef('custom.name', '=', 'domains.name'),
    )
    .where('domains.pixel_id', 'is not', null)
    .where('custom.verified_by', 'is not', null)
    .select('custom.name')
    .distinct()
    .execute();
  return rows.map(({ name }) => name).filter((name) => !isReservedHost(name, own));
}
