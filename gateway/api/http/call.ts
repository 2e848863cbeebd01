/** One call, by itself or as a question of a report: admitted, read, and handled in its turn. */
import type { Logger } from 'pino';
import { z } from 'zod';
import { confirmationHeader } from 'contract/accounts/confirmation';
import { actingAsHeader } from 'contract/admin/audit';
import { takesLastEvent } from 'contract/analytics/last-event';
import { statusOf } from 'contract/rules/errors';
import * as limits from 'contract/floor/limits';
import type { Route } from 'contract/rules/route';
import { headerText } from 'net/header-text';
import { snapshotAt, withSignal } from '../../events/scoped-store';
import { ApiError } from '../../floor/calls/api-error';
import type { ActorContext } from '../../floor/audit';
import type { OwnerRow } from '../../floor/db/account-schema';
import type { TokenUses, Use } from '../../people/accounts/token-uses';
import type { Caller } from '../../people/accounts/tokens';
import type { Services } from './services';
import { admit } from './access';
import type { RefusalAudit } from './call-audit';
import type { HandlerCall, Endpoint } from './handler';
import { takeOnePathToken } from './one-path-tokens';
import { fileTypeOf, jsonBody, parse, queryObject } from './parse-request';
import { noMemo } from './request-memo';
import type { Once } from '../../floor/once';

export interface CallParts extends Services {
  tokenUses: TokenUses;
  refusedAccess: RefusalAudit;
}

/** A call as it arrived. */
export interface Arrived {
  url: URL;
  inPath: Record<string, string>;
  headers: Headers;
  use: Use;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
  once: Once;
  /** Of calls by HTTP, which may have a body. */
  request?: Request;
}

/** Runs work that counts events in the turn of an owner. */
export type InTurn = <T>(who: string, work: () => Promise<T>) => Promise<T>;

export interface CallResult {
  result: unknown;
  /** Of routes that name their last event. */
  lastEvent: number | undefined;
  act: ActorContext;
  owner: OwnerRow | undefined;
  /** Whose turns it takes. */
  who: string;
}

/** Refuses by throwing ApiError; a refused access is logged and audited. */
export async function runCall(
  parts: CallParts,
  endpoint: Endpoint,
  arrived: Arrived,
  inTurn: InTurn,
): Promise<CallResult> {
  let { use, headers, inPath } = arrived;
  let holder: Caller | undefined;
  try {
    return await admittedCall(parts, endpoint, { ...arrived, isHolder: (caller) => (holder = caller) }, inTurn);
  } catch (error) {
    if (holder) parts.refusedAccess.note(error, endpoint.route, inPath, actOf(holder, use, headers));
    noteRefused(error, { person: holder?.user.name, address: use.address }, parts.log);
    throw error;
  } finally {
    if (holder) parts.tokenUses.note(holder, use);
  }
}

async function admittedCall(
  parts: CallParts,
  { route, handle }: Endpoint,
  { url, inPath, headers, use, signal, once, request, isHolder }: Arrived & { isHolder: (caller: Caller) => void },
  inTurn: InTurn,
): Promise<CallResult> {
  if (url.href.includes('%00')) throw new ApiError('request-not-valid');
  let linkOf = takeOnePathToken(parts.onePathSealer, route, url, use.time);
  let proof = { authorization: headers.get('authorization'), confirmation: headers.get(confirmationHeader), linkOf };
  let asked = { params: inPath, search: url.searchParams, proof };
  let { caller, owner, isConfirmed } = await admit(parts, route, { ...asked, now: use.time, once, isHolder });
  let admitAgain = async () => {
    await admit(parts, route, { ...asked, now: parts.clock(), once: noMemo, isHolder: () => undefined });
  };
  let act: ActorContext = caller ? actOf(caller, use, headers) : { ...use, actor: null, actingAs: null };
  let hasBody = request !== undefined && !(route.body instanceof z.ZodUndefined);
  let call = {
    parts,
    params: parse(route.params, inPath),
    query: parse(route.query, queryObject(url)),
    body: hasBody ? parse(route.body, (await jsonBody(request!, route.bodyValuesMax)) ?? {}) : undefined,
    file: request && route.fileTypes.length > 0 ? (request.body as AsyncIterable<Uint8Array> | null) : null,
    fileType: request ? fileTypeOf(route, request) : '',
    caller,
    owner,
    isConfirmed,
    act,
    url,
    headers,
    once,
    address: use.address,
    gone: signal,
    admitAgain,
  };
  let who = owner?.id ?? caller?.user.id ?? use.address;
  let lastEvent: number | undefined;
  let work = async () => {
    let events = route.countsEvents ? withSignal(parts.events, signal) : parts.events;
    if (takesLastEvent(route)) {
      lastEvent = await lastEventOf(parts, owner?.id, call.query, once);
      events = snapshotAt(events, lastEvent);
    }
    call.parts = { ...parts, events };
    return handle(call as HandlerCall<Route>);
  };
  let result = route.countsEvents ? await inTurn(who, work) : await work();
  return { result, lastEvent, act, owner, who };
}

/**
 * The last event of an owner or of all, with a time up to which everything counted is stored; of a
 * page once.
 */
export function lastEventNow(
  { events, clock }: Pick<Services, 'events' | 'clock'>,
  ownerId: string | undefined,
  once: Once,
): Promise<{ asOf: number; last: number }> {
  return once(`last event ${ownerId ?? ''}`, async () => {
    let asOf = clock();
    return { asOf, last: await events.lastEvent(ownerId) };
  });
}

async function lastEventOf(
  parts: Services,
  ownerId: string | undefined,
  { last_event: mark }: { last_event?: number | undefined },
  once: Once,
): Promise<number> {
  let { events, eventMarks } = parts;
  let wanted = mark === undefined ? undefined : eventMarks.eventOf(mark);
  if (wanted !== undefined && events.hasStored(wanted, ownerId)) return wanted;
  let { last } = await lastEventNow(parts, ownerId, once);
  if (wanted !== undefined && !events.hasStored(wanted, ownerId))
    throw new ApiError('last-event-not-known', 'last_event');
  return wanted ?? last;
}

const turnedAway = new Set([401, 403, 429]);

function noteRefused(error: unknown, who: { person: string | undefined; address: string }, log: Logger): void {
  if (error instanceof ApiError && turnedAway.has(statusOf(error.code)))
    log.info({ code: error.code, ...who }, 'refused');
}

export function agentOf(headers: Headers): string {
  return headerText(headers.get('user-agent') ?? undefined, limits.userAgentMax);
}

function actOf({ user, isPlatformAdmin }: Caller, use: Use, headers: Headers) {
  return { ...use, actor: user, actingAs: isPlatformAdmin ? nameIn(headers.get(actingAsHeader)) : null };
}

function nameIn(header: string | null): string | null {
  return header?.trim().slice(0, limits.nameMax) || null;
}
