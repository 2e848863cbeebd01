/** What an owner's packages and pixels record, for everyone who asks. */
import { dataCollectionApi, type DataCollection } from 'contract/analytics/data-collection';
import type { DataSource } from 'contract/analytics/data-source';
import { providerNames } from 'contract/companies/data-providers';
import { isPublicRegistry } from 'contract/packages/default-registries';
import { eventRetention } from '../../erasure/event-retention';
import { ApiError } from '../../floor/calls/api-error';
import type { Records } from '../../floor/db/schema';
import { providerOf } from '../../reports/data-provider/provider-records';
import { serve } from '../http/handler';

export const dataCollectionEndpoints = serve(dataCollectionApi, {
  async getDataCollection({ parts, params, address }) {
    await parts.attempts.share(address);
    let { records, installation, eventDays } = parts;
    let { dataSources } = parts.status;
    let owner = await ownerNamed(records, params.owner.toLowerCase());
    let recorded = owner && (await recordedBy(records, owner.id));
    if (!recorded) throw new ApiError('owner-not-found');
    let [{ days }, provider, public_registries] = await Promise.all([
      eventRetention(records, owner!.id, eventDays),
      providerOf(records, owner!.id),
      publicRegistries(records, owner!.id),
    ]);
    let hasNetworks = dataSources.some((source) => source.about === 'networks');
    return {
      owner: owner!.name,
      ...recorded,
      public_registries,
      event_days: days,
      salt_rotation: installation.visitorIds?.()?.rotation ?? null,
      finds_places: placesIn(dataSources),
      finds_networks: hasNetworks,
      finds_companies: hasNetworks ? recorded.finds_companies : 'none',
      company_data_provider: provider ? providerNames[provider.provider] : null,
    };
  },
});

/** A source without data has no date and a problem. */
function placesIn(sources: readonly DataSource[]): DataCollection['finds_places'] {
  let source = sources.find(({ about, problem, madeAt }) => about === 'places' && (!problem || madeAt !== null));
  if (!source) return 'none';
  return source.hasCities ? 'cities' : 'countries';
}

/**
 * By a former name too, because links in READMEs keep it, as download hosts do. Then under that
 * name: the present one is not revealed.
 */
async function ownerNamed(records: Records, name: string): Promise<{ id: string; name: string } | undefined> {
  let owner = await records
    .selectFrom('owners')
    .select(['id', 'name'])
    .where('name_key', '=', name)
    .where('suspended_at', 'is', null)
    .executeTakeFirst();
  if (owner) return owner;
  let former = await records
    .selectFrom('given_up_names')
    .innerJoin('owners', 'owners.id', 'given_up_names.owner_id')
    .select('owners.id')
    .where('given_up_names.name_key', '=', name)
    .where('suspended_at', 'is', null)
    .executeTakeFirst();
  return former && { ...former, name };
}

type Recorded = Pick<DataCollection, 'has_packages' | 'has_pixels' | 'finds_companies' | 'keeps_page_queries'>;

/**
 * Undefined without packages and pixels. A collection has packages without a setting of their own,
 * which identify companies; one of a registry that needs an account is not public.
 */
async function recordedBy(records: Records, ownerId: string): Promise<Recorded | undefined> {
  let of = (table: 'packages' | 'pixels') =>
    records
      .selectFrom(table)
      .where('owner_id', '=', ownerId)
      .select((e) => [e.fn.countAll<number>().as('all'), e.fn.sum<number>('track_companies').as('tracking')])
      .executeTakeFirstOrThrow();
  let [packages, pixels, collections, keeping] = await Promise.all([
    of('packages'),
    of('pixels'),
    records.selectFrom('collections').select('private').where('owner_id', '=', ownerId).execute(),
    records
      .selectFrom('pixels')
      .select('id')
      .where('owner_id', '=', ownerId)
      .where('keep_referrer_query', '=', 1)
      .executeTakeFirst(),
  ]);
  let own = Number(packages.all) + Number(pixels.all);
  if (own === 0 && collections.every((one) => one.private)) return undefined;
  let all = own + collections.length;
  let tracking = Number(packages.tracking) + Number(pixels.tracking) + collections.length;
  return {
    has_packages: Number(packages.all) + collections.length > 0,
    has_pixels: Number(pixels.all) > 0,
    finds_companies: tracking === 0 ? 'none' : tracking === all ? 'all' : 'some',
    keeps_page_queries: keeping !== undefined,
  };
}

/** Each once, in the order of types; an image without a registry is on Docker Hub. */
async function publicRegistries(records: Records, ownerId: string): Promise<DataCollection['public_registries']> {
  let rows = await records
    .selectFrom('packages')
    .select(['type', 'repository_url', 'backend_registry'])
    .distinct()
    .where('owner_id', '=', ownerId)
    .where('type', '!=', 'file')
    .orderBy('type')
    .execute();
  return rows
    .map(({ type, repository_url, backend_registry }) => ({
      type,
      registry: type === 'docker' ? (backend_registry ?? 'docker.io') : (repository_url ?? ''),
    }))
    .filter(({ type, registry }) => isPublicRegistry(type, registry));
}
