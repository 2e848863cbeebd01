/** How long an owner's events are kept: read and changed. */
import { eventRetentionApi, type EventRetention } from 'contract/exports/event-retention';
import { dayOf } from 'contract/shared/time';
import type { ApiParts } from '../api-parts';
import { serve } from '../http/handler';
import { eventRetention, keptFrom, setEventDays } from '../../erasure/event-retention';

export const eventRetentionEndpoints = serve(eventRetentionApi, {
  getEventRetention: ({ parts, owner }) => retentionOf(parts, owner.id),

  async setEventRetention({ parts, owner, body, act }) {
    await setEventDays(parts.records, owner, { days: body.days, eventDays: parts.eventDays }, act);
    return retentionOf(parts, owner.id);
  },

  async getOlderEvents({ parts, owner, query }) {
    let before = keptFrom(query.days, parts.clock());
    return { events: await parts.events.countExpired({ ownerId: owner.id, before }), first_day: dayOf(before) };
  },
});

async function retentionOf({ records, eventDays, clock }: ApiParts, ownerId: string): Promise<EventRetention> {
  let { installation, owner, days } = await eventRetention(records, ownerId, eventDays);
  return {
    installation_days: installation,
    owner_days: owner,
    days,
    first_day: days === null ? null : dayOf(keptFrom(days, clock())),
  };
}
