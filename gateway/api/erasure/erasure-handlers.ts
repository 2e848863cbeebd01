/** Erasure of companies and endpoints, previews of deletions, event retention. */
import { erasureApi, type StoredEvents } from 'contract/exports/erasure';
import type { ErrorCode } from 'contract/rules/errors';
import { correctionsOf } from '../../reports/conditions/company-corrections';
import { recordAudit } from '../../floor/audit';
import { withOwnerLock } from '../../floor/db/owner-transaction';
import type { Records } from '../../floor/db/schema';
import type { Tombstone } from '../../floor/db/tombstone';
import { parseHash } from '../../events/query/hash-text';
import type { Services } from '../http/services';
import { serve } from '../http/handler';
import { packageById } from '../../packages/packages';
import { pixelById } from '../../packages/pixels';
import { ApiError } from '../../floor/calls/api-error';
import { addTombstone, deleteCompanyRecords, deleteCorrections } from '../../floor/tombstones';
import { eventRetentionApi, type EventRetention } from 'contract/exports/event-retention';
import { dayOf } from 'contract/floor/time';
import { eventRetention, retentionStart, setEventDays } from '../../erasure/event-retention';

type About = Omit<Tombstone, 'id' | 'until'>;

/** More take longer than a minute. */
const inMinuteMax = 100_000;

export const erasureEndpoints = serve(erasureApi, {
  getStoredEvents: ({ parts, owner }) =>
    storedEvents(parts, [{ kind: 'owner', ownerId: owner.id, target: owner.id, butNot: [] }]),

  async getStoredPackageEvents({ parts, owner, params }) {
    let { id } = await packageById(parts.records, owner.id, params.package_id);
    return storedEvents(parts, [{ kind: 'artifact', ownerId: owner.id, target: id, butNot: [] }]);
  },

  async getStoredPixelEvents({ parts, owner, params }) {
    let { id } = await pixelById(parts.records, owner.id, params.id);
    return storedEvents(parts, [{ kind: 'artifact', ownerId: owner.id, target: id, butNot: [] }]);
  },

  async getStoredCompanyEvents({ parts, owner, params }) {
    return anyStored(parts, await companyOf(parts.records, owner.id, params.domain), 'company-not-found');
  },

  getStoredEndpointEvents: ({ parts, owner, params }) =>
    anyStored(parts, [endpointOf(owner.id, params)], 'endpoint-not-found'),

  async eraseCompany({ parts, owner, params, act }) {
    let { domain } = params;
    let found = await anyStored(parts, await companyOf(parts.records, owner.id, domain), 'company-not-found');
    await withOwnerLock(parts.records, owner.id, async (change) => {
      for (let about of await companyOf(change, owner.id, domain))
        await addTombstone(change, { ...about, until: act.time }, act.time);
      await deleteCompanyRecords(change, { ownerId: owner.id, target: domain });
      await deleteCorrections(change, owner.id, domain);
      await recordAudit(change, act, { action: 'company-erased', owner, target: domain });
    });
    return found;
  },

  async eraseEndpoint({ parts, owner, params, act }) {
    let about = endpointOf(owner.id, params);
    let found = await anyStored(parts, [about], 'endpoint-not-found');
    await withOwnerLock(parts.records, owner.id, async (change) => {
      await addTombstone(change, { ...about, until: act.time }, act.time);
      await recordAudit(change, act, { action: 'endpoint-erased', owner, target: params.endpoint_id });
    });
    return found;
  },
});

/** What counts for a company: what was matched with it, and what the owner has said to be its. */
async function companyOf(records: Records, ownerId: string, company: string): Promise<About[]> {
  let corrections = await correctionsOf(records, ownerId);
  let said = corrections.filter(({ name, domain }) => (domain || name) === company);
  return [
    { kind: 'company', ownerId, target: company, butNot: corrections.map(({ of }) => of) },
    ...said.map(({ of }): About => ({ kind: 'match', ownerId, target: of, butNot: [] })),
  ];
}

function endpointOf(ownerId: string, { endpoint_id }: { endpoint_id: string }): About {
  let hash = parseHash(endpoint_id);
  if (hash === undefined) throw new ApiError('endpoint-not-found');
  return { kind: 'endpoint', ownerId, target: String(hash), butNot: [] };
}

async function storedEvents({ events }: Services, all: readonly About[]): Promise<StoredEvents> {
  let count = 0;
  for (let about of all) count += await events.countErased(about);
  return { events: count, deleted_within: count > inMinuteMax ? 'hour' : 'minute' };
}

/** Refuses with `missing` where nothing is stored. */
async function anyStored(parts: Services, about: readonly About[], missing: ErrorCode): Promise<StoredEvents> {
  let found = await storedEvents(parts, about);
  if (found.events === 0) throw new ApiError(missing);
  return found;
}

export const eventRetentionEndpoints = serve(eventRetentionApi, {
  getEventRetention: ({ parts, owner }) => retentionOf(parts, owner.id),

  async setEventRetention({ parts, owner, body, act }) {
    await setEventDays(parts.records, owner, { days: body.days, eventDays: parts.eventDays }, act);
    return retentionOf(parts, owner.id);
  },

  async getOlderEvents({ parts, owner, query }) {
    let before = retentionStart(query.days, parts.clock());
    return { events: await parts.events.countExpired({ ownerId: owner.id, before }), first_day: dayOf(before) };
  },
});

async function retentionOf({ records, eventDays, clock }: Services, ownerId: string): Promise<EventRetention> {
  let { installation, owner, days } = await eventRetention(records, ownerId, eventDays);
  return {
    installation_days: installation,
    owner_days: owner,
    days,
    first_day: days === null ? null : dayOf(retentionStart(days, clock())),
  };
}
