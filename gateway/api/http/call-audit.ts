/** What the pipeline writes to the audit log: refused calls, and changes while impersonating. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { Route } from 'contract/rules/route';
import { recordAudit, type ActorContext } from '../../floor/audit';
import { findOwner } from '../../floor/owners';
import type { OwnerRow } from '../../floor/db/account-schema';
import type { Records } from '../../floor/db/schema';
import { ApiError } from '../../floor/calls/api-error';
import { createPending } from '../../floor/calls/pending';
import { nameInPath } from './access';
import { searchApi } from 'contract/packages/search';

type PersonsAct = ActorContext & { actor: OwnerRow };

export interface RefusalAudit {
  note(error: unknown, route: Route, params: Record<string, string>, act: PersonsAct): void;
  idle(): Promise<void>;
}

const windowMs = 60_000;
const linesPerPersonMax = 30;
const rememberedMax = 10_000;
const noted: readonly string[] = [
  'permission-not-granted',
  'token-scope-not-granted',
  'token-owner-not-granted',
  'two-factor-needed',
  'owner-suspended',
];

export function createRefusalAudit(records: Records, log: Logger): RefusalAudit {
  let lines = new LRUCache<string, { refused: string; time: number }[]>({ max: rememberedMax });
  let pending = createPending();

  let isWithinBounds = (personId: string, refused: string, time: number): boolean => {
    let recent = (lines.get(personId) ?? []).filter((line) => time - line.time < windowMs);
    if (recent.length >= linesPerPersonMax || recent.some((line) => line.refused === refused)) return false;
    lines.set(personId, [...recent, { refused, time }]);
    return true;
  };

  return {
    note(error, route, params, act) {
      if (!(error instanceof ApiError) || !noted.includes(error.code)) return;
      if (!isWithinBounds(act.actor.id, `${route.id} ${nameInPath(params).toLowerCase()}`, act.time)) return;
      // In the next turn of the event loop, so that the answer is sent first.
      let writing = nextTurn()
        .then(() => write(records, route, params, act))
        .catch((error: unknown) => log.warn({ err: error }, 'a refused access was not logged'));
      void pending.add(writing);
    },
    idle: pending.ended,
  };
}

async function write(records: Records, route: Route, params: Record<string, string>, act: PersonsAct): Promise<void> {
  let name = nameInPath(params);
  let named = name ? await findOwner(records, name) : undefined;
  // A path without an owner is about the caller, or about the whole installation.
  let owner = named ?? (name || route.access === 'platform-admin' ? null : act.actor);
  if (owner === null && route.access !== 'platform-admin') return;
  await recordAudit(records, act, { action: 'access-refused', owner, target: `${route.method} ${route.path}` });
}

export async function auditImpersonatedChange(
  records: Records,
  route: Route,
  act: ActorContext,
  owner: OwnerRow | undefined,
): Promise<void> {
  if (act.actingAs === null || act.isNoted || !isChange(route)) return;
  await recordAudit(records, act, {
    action: 'changed-while-acting',
    owner: owner ?? null,
    target: route.summary,
  });
}

/** Some POSTs only read. */
function isChange({ id, method, access }: Route): boolean {
  return method !== 'GET' && access !== 'read' && id !== searchApi.search.id;
}
