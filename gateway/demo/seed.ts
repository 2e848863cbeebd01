import { uuidv7 } from 'uuidv7';
import type { DefaultRegistries } from 'contract/packages/package-types/list';
import { dayMs } from 'contract/floor/time';
import type { EventImporter } from '../events/shape/store';
import type { Records } from '../floor/db/schema';
import { samplePackages, samplePixels } from './artifacts';
import { type PlacedPackage, type PlacedPixel, sampleDays, sampleEvents } from './events';
import { findOwner } from '../floor/owners';
import { seedBilling } from './billing';
import { seedAnnotations, seedAudit, seedLeads } from './owner-records';
import { sampleOrganization, samplePeople, seedPeople } from './people';

const sampleLeadDays = 20;

export interface SeedOptions {
  events: number;
  /** Milliseconds; the traffic ends here. */
  now: number;
  /** URL of the dashboard, which serves the sample file. */
  dashboard: string;
  /** As in forms of new packages: all packages of a host come from one registry. */
  registries?: DefaultRegistries;
}

/** Seeds both stores; returns the number of events. */
export async function seedDemo(records: Records, events: EventImporter, options: SeedOptions): Promise<number> {
  let owners = await seedPeople(records, options.now - sampleDays * dayMs);
  let { packages, pixels } = await seedArtifacts(records, owners, options);
  let payer = await findOwner(records, sampleOrganization);
  if (payer) await seedBilling(records, payer, options.now);
  if (payer) await seedLeads(records, payer.id, options.now - sampleLeadDays * dayMs);
  let authorId = owners.get(samplePeople[1].username);
  let flowmatic = packages.find(({ name }) => name === 'flowmatic');
  if (payer && authorId && flowmatic)
    await seedAnnotations(records, { ownerId: payer.id, authorId, packageId: flowmatic.id, now: options.now });
  if (payer) await seedAudit(records, payer, options.now - sampleDays * dayMs);
  return events.load(sampleEvents({ packages, pixels }, options.events, options.now));
}

async function seedArtifacts(
  records: Records,
  owners: Map<string, string>,
  { now, dashboard, registries = {} }: SeedOptions,
) {
  let created = now - sampleDays * dayMs;
  let texts = {
    short_description: '',
    long_description: '',
    track_companies: 1,
    created_at: created,
    updated_at: created,
  };
  let packages: PlacedPackage[] = samplePackages(dashboard).map((p) => ({
    ...p,
    id: uuidv7(),
    ownerId: owners.get(p.owner)!,
  }));
  let pixels: PlacedPixel[] = samplePixels.map((p) => ({ ...p, id: uuidv7(), ownerId: owners.get(p.owner)! }));
  await records.transaction().execute(async (db) => {
    for (let sample of packages) {
      await db
        .insertInto('packages')
        .values({
          ...texts,
          id: sample.id,
          owner_id: sample.ownerId,
          type: sample.type,
          name: sample.name,
          name_key: sample.name.toLowerCase(),
          short_description: sample.description,
          website: `https://${sample.owner}.example`,
          importance: sample.importance ?? 'mid',
          repository_name: sample.repository_name ?? null,
          backend_registry: sample.backend_registry ?? null,
          repository_url: sample.repository_url ? (registries[sample.type] ?? sample.repository_url) : null,
        })
        .execute();
      await db
        .insertInto('domains')
        .values(commonHost({ owner_id: sample.ownerId, package_id: sample.id }, created))
        .execute();
      for (let [incoming_path, outgoing_url] of sample.routes ?? [])
        await db
          .insertInto('routes')
          .values({
            id: uuidv7(),
            package_id: sample.id,
            type: 'uri-template',
            incoming_path,
            outgoing_url,
            token_hash: null,
            created_at: created,
          })
          .execute();
    }
    for (let sample of pixels) {
      await db
        .insertInto('pixels')
        .values({
          ...texts,
          id: sample.id,
          owner_id: sample.ownerId,
          package_id: packages.find((p) => p.owner === sample.owner && p.name === sample.package)?.id ?? null,
          name: sample.name,
          name_key: sample.name.toLowerCase(),
          keep_referrer_query: 0,
          importance: 'mid',
        })
        .execute();
      await db
        .insertInto('domains')
        .values(commonHost({ owner_id: sample.ownerId, pixel_id: sample.id }, created))
        .execute();
    }
  });
  return { packages, pixels };
}

/** The default host of an owner's packages and pixels: a domain without a name. */
function commonHost(of: { owner_id: string; package_id?: string; pixel_id?: string }, created: number) {
  return { id: uuidv7(), package_id: null, pixel_id: null, ...of, name: null, created_at: created };
}
