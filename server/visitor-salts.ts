/**
 * The salts by which the edge hashes visitors: a random one for each owner and period, in
 * `edge/salts.json`. The edge makes, replaces and deletes them by itself, so that it hashes without
 * asking anybody. Nothing else holds them: no export, no store, no log.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { RulesChange } from 'contract/edge-rules';
import { periodEnd, periodName, saltRotations, type SaltRotation } from 'contract/id-periods';
import { hourMs, minuteMs } from 'contract/time';
import type { VisitorIdsState } from 'gateway/administration/installation';
import { visitorSalt, type VisitorSalt, type VisitorSalts } from 'edge/identity';
import type { Period, VisitorPeriods } from './visitor-periods';

const OwnSalt = z.object({ salt: z.string().min(1), period: z.string().min(1) });

const Kept = z.object({
  format: z.literal(1),
  rotation: z.enum(saltRotations),
  /** When these salts end, in milliseconds; null: never. */
  ends: z.number().nullable(),
  /** The one salt of an installation from before there were periods, while it never changes. */
  first: z.string().min(1).optional(),
  /** By owner. */
  owners: z.record(OwnSalt),
});
type Kept = z.infer<typeof Kept>;

export interface KeptSalts extends VisitorSalts {
  /** Makes the salts of new owners, and deletes those of owners that have nothing any more. */
  take(changed: RulesChange): void;
  /** How often they are replaced. */
  rotation(): SaltRotation;
  /** Takes the salts of the period that all nodes have in common, where it is known by now. */
  share(): void;
  close(): void;
}

export interface KeptSaltsParts {
  /** SALT_ROTATION; unset: as it was begun. */
  rotation: SaltRotation | undefined;
  /** The salt of an installation from before there were periods; undefined in all others. */
  firstSalt: () => string | undefined;
  /** What the nodes of an installation have in common; left out where there is one. */
  periods?: Pick<VisitorPeriods, 'of'> | undefined;
  clock: () => number;
  log: Logger;
}

/** How often it is looked whether a period has ended, also without a request. */
const lookAfterMs = minuteMs;
/** A clock that is set back by less does not end a period. */
const clockSlackMs = hourMs;

function saltsFile(folder: string): string {
  return path.join(folder, 'edge', 'salts.json');
}

/** Opens the salts of a folder, makes them where there are none, and replaces them from now on. */
export function openVisitorSalts(folder: string, parts: KeptSaltsParts): KeptSalts {
  let { clock, log } = parts;
  let file = saltsFile(folder);
  let found = readKept(folder, log);
  let kept = found ?? begin(parts);
  let first = kept.first === undefined ? undefined : visitorSalt(kept.first, '', true);
  let salts = new Map(Object.entries(kept.owners).map(([owner, own]) => [owner, visitorSalt(own.salt, own.period)]));
  let isWritten = found !== undefined;
  if (parts.rotation !== undefined && parts.rotation !== kept.rotation) renew(parts.rotation, clock());
  else if (isOver(clock())) renew(kept.rotation, clock());
  else write();

  function isOver(now: number): boolean {
    let end = kept.ends ?? Number.POSITIVE_INFINITY;
    return now >= end || periodEnd(kept.rotation, now + clockSlackMs) < end;
  }

  /** From here on every owner has another salt; what was there is gone with the next write. */
  function renew(rotation: SaltRotation, now: number): void {
    let owners = Object.keys(kept.owners);
    kept = { format: 1, rotation, ends: endOf(rotation, now), owners: {} };
    first = undefined;
    salts = new Map();
    for (let owner of owners) make(owner, now);
    isWritten = false;
    write();
    log.info({ rotation, owners: owners.length }, 'a new period of visitors begins: they have new salts');
  }

  function make(owner: string, now: number): VisitorSalt {
    let shared = parts.periods?.of(kept.rotation, now);
    if (parts.periods && !shared) log.warn('the period of visitors is not known yet: this node has one of its own');
    let own = shared
      ? { salt: sharedSalt(shared, owner), period: shared.name }
      : { salt: randomBytes(32).toString('base64url'), period: periodName(kept.rotation, now) };
    kept.owners[owner] = own;
    isWritten = false;
    let salt = visitorSalt(own.salt, own.period);
    salts.set(owner, salt);
    return salt;
  }

  /** Durable before the first hash, so that a restart goes on with the same salts. */
  function write(): void {
    if (isWritten) return;
    try {
      mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
      writeFileSync(`${file}.new`, JSON.stringify(kept), { mode: 0o600, flush: true });
      renameSync(`${file}.new`, file);
      isWritten = true;
    } catch (error) {
      log.error({ err: error }, 'the salts of visitors could not be kept on disk; it is tried again every minute');
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
      if (first) return first;
      let known = salts.get(ownerId);
      if (known) return known;
      let made = make(ownerId, time);
      write();
      return made;
    },
    take(changed) {
      if (first) return;
      for (let [owner, rules] of changed)
        if (!rules && salts.delete(owner)) {
          delete kept.owners[owner];
          isWritten = false;
        } else if (rules && !salts.has(owner)) make(owner, clock());
      write();
    },
    rotation: () => kept.rotation,
    share() {
      let now = clock();
      let shared = first ? undefined : parts.periods?.of(kept.rotation, now);
      if (!shared) return;
      for (let [owner, { salt }] of Object.entries(kept.owners))
        if (salt !== sharedSalt(shared, owner)) make(owner, now);
      write();
    },
    close() {
      clearInterval(watch);
      write();
    },
  };
}

/** The salt of an owner at all nodes. */
function sharedSalt({ secret }: Period, owner: string): string {
  return createHmac('sha256', secret).update(owner).digest('base64url');
}

/**
 * An installation from before there were periods goes on as it was, unless the setting says else.
 */
function begin({ rotation, firstSalt, clock }: KeptSaltsParts): Kept {
  let first = rotation === undefined || rotation === 'never' ? firstSalt() : undefined;
  if (first !== undefined) return { format: 1, rotation: 'never', ends: null, first, owners: {} };
  let chosen = rotation ?? 'monthly';
  return { format: 1, rotation: chosen, ends: endOf(chosen, clock()), owners: {} };
}

function endOf(rotation: SaltRotation, now: number): number | null {
  let end = periodEnd(rotation, now);
  return Number.isFinite(end) ? end : null;
}

/** What holds for the ids of visitors now, without the salts; undefined where no edge has run. */
export function visitorIdsState(folder: string): VisitorIdsState | undefined {
  try {
    let { rotation, ends, first } = Kept.parse(JSON.parse(readFileSync(saltsFile(folder), 'utf8')));
    return { rotation, ends, isFirst: first !== undefined };
  } catch {
    return undefined;
  }
}

/** Salts that cannot be read are lost: the periods of those that follow have other names. */
function readKept(folder: string, log: Logger): Kept | undefined {
  try {
    return Kept.parse(JSON.parse(readFileSync(saltsFile(folder), 'utf8')));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
      log.error({ err: error }, 'the salts of visitors cannot be read; new ones are made');
    return undefined;
  }
}
