/** Checks whether a registry has an image: HEAD of the manifest, with an anonymous token. */
import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { timeLimit } from 'net/time-limit';
import { createTurns, type WorkLimit } from 'net/turns';
import type { ManifestAccess } from './requests/decision';
import type { InsecureRegistry } from 'net/registry-origin';
import type { Proxy, Upstream } from './upstream/proxy';

export interface RegistryCheck {
  /** Checks the manifest at an address of an owner's registry; never rejects. */
  look(ownerId: string, address: string): Promise<ManifestAccess>;
  /**
   * Whether the image exists, or may exist if the registry is private. False while too many checks
   * wait.
   */
  verified(ownerId: string, address: string, isPrivate: boolean): Promise<boolean>;
  /** Ends running checks as `missing`. */
  close(): void;
}

const checks: WorkLimit = { atOnce: 8, atOnceOfOne: 4, waiting: Infinity, waitingOfOne: 100, waitMs: Infinity };
/** Pulls of one owner that may wait for a check. */
const unseenMax = 1_000;
const timeLimitMs = 5_000;
const rememberedMax = 1_000;
const rememberedMs = 60_000;
const tokenBytesMax = 64 * 1_024;

const accept = [
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.oci.image.manifest.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
  'application/vnd.docker.distribution.manifest.v2+json',
].join(', ');

const Token = z.object({ token: z.string().optional(), access_token: z.string().optional() });

/**
 * Anyone can trigger checks, so few run at once, few of one owner wait, and results are cached for
 * a minute.
 */
export function createRegistryCheck(proxy: Proxy, insecure: InsecureRegistry): RegistryCheck {
  let known = new LRUCache<string, Promise<ManifestAccess>>({ max: rememberedMax, ttl: rememberedMs });
  let closing = new AbortController();
  let turns = createTurns(checks);
  let unseen = new Map<string, number>();

  function check(ownerId: string, address: string): Promise<ManifestAccess> {
    let limited = () => timeLimit(timeLimitMs, closing.signal);
    return turns.take(ownerId, () => ask(address, limited())).catch(() => 'missing');
  }

  async function ask(address: string, signal: AbortSignal): Promise<ManifestAccess> {
    let first = await proxy.ask(address, { method: 'HEAD', headers: { accept } }, signal);
    first.answer.resume();
    if (first.answer.statusCode !== 401) return foundBy(first);
    let url = tokenAddress(first.answer.headers['www-authenticate'] ?? '', insecure);
    if (!url) return 'hidden';
    let given = await proxy.ask(url.href, { method: 'GET', headers: { accept: 'application/json' } }, signal);
    let { token, access_token } = Token.parse(given.answer.statusCode === 200 ? await jsonOf(given.answer) : {});
    if (!token && !access_token) return 'hidden';
    let authorization = `Bearer ${token ?? access_token}`;
    let second = await proxy.ask(address, { method: 'HEAD', headers: { accept, authorization } }, signal);
    second.answer.resume();
    return foundBy(second);
  }

  function look(ownerId: string, address: string): Promise<ManifestAccess> {
    // A check that an owner has no room for says nothing to others.
    let key = `${ownerId} ${address}`;
    let before = known.get(key);
    if (before) return before;
    if (closing.signal.aborted) return Promise.resolve('missing');
    let found = check(ownerId, address);
    known.set(key, found);
    return found;
  }

  return {
    look,
    async verified(ownerId, address, isPrivate) {
      let waiting = unseen.get(ownerId) ?? 0;
      if (waiting >= unseenMax) return false;
      unseen.set(ownerId, waiting + 1);
      try {
        let found = await look(ownerId, address);
        return found === 'there' || (found === 'hidden' && isPrivate);
      } finally {
        let left = unseen.get(ownerId)! - 1;
        if (left > 0) unseen.set(ownerId, left);
        else unseen.delete(ownerId);
      }
    },
    close: () => closing.abort(),
  };
}

function foundBy({ answer: { statusCode = 0 } }: Upstream): ManifestAccess {
  if (statusCode === 401 || statusCode === 403) return 'hidden';
  return statusCode >= 200 && statusCode < 400 ? 'there' : 'missing';
}

/**
 * The token address of a challenge; null without one, or if it has no TLS and is not listed as
 * insecure.
 */
function tokenAddress(challenge: string, insecure: InsecureRegistry): URL | null {
  let [, bearer = ''] = /\bbearer\s+(.*)$/i.exec(challenge) ?? [];
  let said = new Map([...bearer.matchAll(/(\w+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, value]));
  let realm = said.get('realm') ?? '';
  if (!URL.canParse(realm)) return null;
  let url = new URL(realm);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && insecure(url.host))) return null;
  for (let key of ['service', 'scope']) if (said.has(key)) url.searchParams.set(key, said.get(key) ?? '');
  return url;
}

async function jsonOf(answer: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (let part of answer) {
    text += part;
    if (text.length > tokenBytesMax) throw new Error('the token is too long');
  }
  return JSON.parse(text);
}
