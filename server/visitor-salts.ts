/**
 * The salts by which the edge hashes visitors. Each is derived from the owner and a random secret
 * of the period, in `edge/salts.json`: a new owner needs no write, a new period one. The edge
 * creates, replaces and deletes these secrets itself. They are in no export, store or log.
 */
import { createHmac } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { RulesChange } from 'contract/edge/edge-rules';
import { periodEnd, periodName, saltRotations, type SaltRotation } from 'contract/analytics/id-periods';
import { errorCode } from 'contract/floor/error-code';
import { hourMs, minuteMs } from 'contract/floor/time';
import type { VisitorIdsState } from 'gateway/people/administration/installation';
import { visitorSalt, type VisitorSalt, type SaltSource } from 'edge/identity';
import { randomSecret } from './secrets';
import type { SharedPeriods } from './shared-periods';

/** An empty name: the only salt of an installation from before visitor periods. */
const PeriodOfSalts = z.object({ name: z.string(), secret: z.string().min(1) });
type PeriodOfSalts = z.infer<typeof PeriodOfSalts>;

/** Salts per owner of earlier versions; valid until their period ends. */
const OwnSalts = z.record(z.object({ salt: z.string().min(1), period: z.string().min(1) }));

const Ends = {
  rotation: z.enum(saltRotations),
  /** In milliseconds; null: never. */
  ends: z.number().nullable(),
};
const Kept = z.object({ format: z.literal(2), ...Ends, period: PeriodOfSalts, owners: OwnSalts.optional() });
type Kept = z.infer<typeof Kept>;

const KeptBefore = z.object({
  format: z.literal(1),
  ...Ends,
  first: z.string().min(1).optional(),
  owners: OwnSalts,
});

export interface StoredSalts extends SaltSource {
  /** Forgets the salts of owners without rules. */
  take(changed: RulesChange): void;
  rotation(): SaltRotation;
  /** Switches to the period that all nodes share, once it is known. */
  share(): void;
  close(): void;
}

export interface StoredSaltsParts {
  /** SALT_ROTATION; unset: as before. */
  rotation: SaltRotation | undefined;
  /** The salt of an installation from before visitor periods; undefined in all others. */
  firstSalt: () => string | undefined;
  /** The periods that nodes share; left out on a single machine. */
  periods?: Pick<SharedPeriods, 'of'> | undefined;
  clock: () => number;
  log: Logger;
}

/** How often the end of the period is checked without a request. */
const lookAfterMs = minuteMs;
/** A clock that is set back by less than this does not end a period. */
const clockSlackMs = hourMs;

function saltsFile(folder: string): string {
  return path.join(folder, 'edge', 'salts.json');
}

/** Opens or creates the salts of a folder, and replaces them when their period ends. */
export function openVisitorSalts(folder: string, parts: StoredSaltsParts): StoredSalts {
  let { clock, log } = parts;
  let file = saltsFile(folder);
  let { kept, isWritten } = readKept(folder, parts) ?? { kept: begin(parts), isWritten: false };
  /** In the form that hashing uses, by owner. */
  let salts = new Map<string, VisitorSalt>();
  if (parts.rotation !== undefined && parts.rotation !== kept.rotation) renew(parts.rotation, clock());
  else if (isOver(clock())) renew(kept.rotation, clock());
  else write();

  function isOver(now: number): boolean {
    let end = kept.ends ?? Number.POSITIVE_INFINITY;
    return now >= end || periodEnd(kept.rotation, now + clockSlackMs) < end;
  }

  /** Every owner gets a new salt; the old ones are deleted by the next write. */
  function renew(rotation: SaltRotation, now: number): void {
    replace(fresh(rotation, now, parts));
    log.info({ rotation }, 'new visitor period with new salts');
  }

  function replace(next: Kept): void {
    kept = next;
    salts = new Map();
    isWritten = false;
    write();
  }

  /** Durable before the first hash, so that a restart keeps the salts. */
  function write(): void {
    if (isWritten) return;
    try {
      mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
      writeFileSync(`${file}.new`, JSON.stringify(kept), { mode: 0o600, flush: true });
      renameSync(`${file}.new`, file);
      isWritten = true;
    } catch (error) {
      log.error({ err: error }, 'could not save visitor salts to disk; retrying every minute');
    }
  }

  let watch = setInterval(() => {
    if (isOver(clock())) renew(kept.rotation, clock());
    else write();
  }, lookAfterMs);
  watch.unref();

  return {
    of(ownerId, time) {
      if (kept.ends !== null && time >= kept.ends) renew(kept.rotation, time);
      let known = salts.get(ownerId);
      if (known) return known;
      let made = saltOf(kept, ownerId);
      salts.set(ownerId, made);
      return made;
    },
    take(changed) {
      for (let [owner, rules] of changed) if (!rules) salts.delete(owner);
    },
    rotation: () => kept.rotation,
    share() {
      if (kept.period.name === '') return;
      let shared = parts.periods?.of(kept.rotation, clock());
      if (shared && shared.secret !== kept.period.secret)
        replace({ format: 2, rotation: kept.rotation, ends: kept.ends, period: shared });
    },
    close() {
      clearInterval(watch);
      write();
    },
  };
}

function saltOf({ period: { name, secret }, owners = {} }: Kept, owner: string): VisitorSalt {
  if (name === '') return visitorSalt(secret, '', true);
  if (Object.hasOwn(owners, owner)) return visitorSalt(owners[owner]!.salt, owners[owner]!.period);
  return visitorSalt(createHmac('sha256', secret).update(owner).digest('base64url'), name);
}

/** Installations from before visitor periods keep their salt unless the setting changes it. */
function begin(parts: StoredSaltsParts): Kept {
  let { rotation } = parts;
  let first = rotation === undefined || rotation === 'never' ? parts.firstSalt() : undefined;
  return first === undefined ? fresh(rotation ?? 'monthly', parts.clock(), parts) : endless(first);
}

function endless(first: string): Kept {
  return { format: 2, rotation: 'never', ends: null, period: { name: '', secret: first } };
}

/** Salts of a new period: the shared one, or one of this node. */
function fresh(rotation: SaltRotation, now: number, { periods, log }: Pick<StoredSaltsParts, 'periods' | 'log'>): Kept {
  let end = periodEnd(rotation, now);
  let shared = periods?.of(rotation, now);
  if (periods && !shared) log.warn('visitor period unknown; this node uses its own for now');
  return {
    format: 2,
    rotation,
    ends: Number.isFinite(end) ? end : null,
    period: shared ?? { name: periodName(rotation, now), secret: randomSecret() },
  };
}

/** The state without the salts; undefined if no edge has run. */
export function visitorIdsState(folder: string): VisitorIdsState | undefined {
  try {
    let said = z.union([Kept, KeptBefore]).parse(JSON.parse(readFileSync(saltsFile(folder), 'utf8')));
    let isFirst = said.format === 2 ? said.period.name === '' : said.first !== undefined;
    return { rotation: said.rotation, ends: said.ends, isFirst };
  } catch {
    return undefined;
  }
}

/** Unreadable salts are lost: the periods of new ones have other names. */
function readKept(folder: string, parts: StoredSaltsParts): { kept: Kept; isWritten: boolean } | undefined {
  try {
    let said = z.union([Kept, KeptBefore]).parse(JSON.parse(readFileSync(saltsFile(folder), 'utf8')));
    return said.format === 2 ? { kept: said, isWritten: true } : { kept: takenOver(said, parts), isWritten: false };
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') parts.log.error({ err: error }, 'cannot read visitor salts; creating new ones');
    return undefined;
  }
}

/** Owners keep their salts until the period ends; new owners get one of a period. */
function takenOver({ rotation, ends, first, owners }: z.infer<typeof KeptBefore>, parts: StoredSaltsParts): Kept {
  return first === undefined ? { ...fresh(rotation, parts.clock(), parts), ends, owners } : endless(first);
}
