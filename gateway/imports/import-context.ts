/** The context in which the rows of an owner's file are read. */
import { createHash } from 'node:crypto';
import type { ImportOptions } from 'contract/exports/event-imports';
import type { OpenLogged } from 'contract/edge/logged-requests';
import type { OwnerRow } from '../floor/db/account-schema';
import type { Records } from '../floor/db/schema';
import { eventRetention, retentionStart } from '../erasure/event-retention';
import { loadRules } from '../packages/edge-rules';
import type { OwnAddresses } from '../packages/hosts/hosts';
import { packageNames } from '../packages/packages';
import { pixelNames } from '../packages/pixels';
import type { ImportContext, LogContext } from './read-event';

interface ContextParts {
  records: Records;
  eventDays?: number | undefined;
  clock: () => number;
}

/** The context of a file from `source`. */
export async function importContext(
  { records, eventDays, clock }: ContextParts,
  owner: Pick<OwnerRow, 'id' | 'created_at'>,
  source: string | undefined,
): Promise<ImportContext> {
  let [packages, pixels, { days }] = await Promise.all([
    packageNames(records, owner.id),
    pixelNames(records, owner.id),
    eventRetention(records, owner.id, eventDays),
  ]);
  return {
    ownerId: owner.id,
    ownerSince: owner.created_at,
    source,
    packages: idsByName(packages),
    pixels: idsByName(pixels),
    keptFrom: days === null ? 0 : retentionStart(days, clock()),
    now: clock(),
  };
}

interface LogParts {
  records: Records;
  own: OwnAddresses;
  openLogged: OpenLogged;
}

/** The context of an access log; `secret` is the salt of its visitor ids. */
export async function logContext(
  { records, own, openLogged }: LogParts,
  ownerId: string,
  { source = 'log', host = '' }: ImportOptions,
  secret: string,
): Promise<LogContext> {
  let rules = (await loadRules(records, own, [ownerId])).get(ownerId);
  // Each file has its own salt, and so its own period of visitor ids.
  let mark = `${source}.${createHash('sha256').update(secret).digest('hex').slice(0, 8)}`;
  let count = await openLogged({ rules: rules ?? { packages: {}, pixels: [], pixelHosts: [] }, secret, mark });
  return { host, count };
}

/** Packages of several types can have the same name. */
function idsByName(names: ReadonlyMap<string, string>): Map<string, string[]> {
  let ids = new Map<string, string[]>();
  for (let [id, name] of names) ids.set(name, [...(ids.get(name) ?? []), id]);
  return ids;
}
