/**
 * Checks whether a registry has an image: HEAD of the manifest, with a token that anyone can get
 * without an account.
 */
import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { InsecureRegistry } from './package-types/type';
import type { Proxy, Upstream } from './proxy';

/**
 * `hidden`: the registry requires an account. `missing`: it does not have the image, or does not
 * answer in time.
 */
export type Found = 'there' | 'hidden' | 'missing';

export interface RegistryCheck {
  /** Result for the manifest at an address; never rejects. */
  look(address: string): Promise<Found>;
  /**
   * Whether the image exists, or may exist where the registry is private. False while too many
   * checks wait.
   */
  proves(address: string, isPrivate: boolean): Promise<boolean>;
  /** Ends running checks as `missing`. */
  close(): void;
}

const atOnceMax = 4;
const waitingMax = 100;
/** Pulls that may wait for a check. */
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
 * Strangers choose what is checked, so few checks run at once, few wait, and results are kept for a
 * minute.
 */
export function createRegistryCheck(proxy: Proxy, insecure: InsecureRegistry): RegistryCheck {
  let known = new LRUCache<string, Promise<Found>>({ max: rememberedMax, ttl: rememberedMs });
  let closing = new AbortController();
  let running = 0;
  let unseen = 0;
  let waiting: (() => void)[] = [];

  async function inTurn(address: string): Promise<Found> {
    if (running >= atOnceMax) await new Promise<void>((go) => waiting.push(go));
    running += 1;
    try {
      let signal = AbortSignal.any([closing.signal, AbortSignal.timeout(timeLimitMs)]);
      return await ask(address, signal);
    } catch {
      return 'missing';
    } finally {
      running -= 1;
      waiting.shift()?.();
    }
  }

  async function ask(address: string, signal: AbortSignal): Promise<Found> {
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

  function look(address: string): Promise<Found> {
    let before = known.get(address);
    if (before) return before;
    if (waiting.length >= waitingMax || closing.signal.aborted) return Promise.resolve('missing');
    let found = inTurn(address);
    known.set(address, found);
    return found;
  }

  return {
    look,
    async proves(address, isPrivate) {
      if (unseen >= unseenMax) return false;
      unseen += 1;
      try {
        let found = await look(address);
        return found === 'there' || (found === 'hidden' && isPrivate);
      } finally {
        unseen -= 1;
      }
    },
    close: () => closing.abort(),
  };
}

function foundBy({ answer: { statusCode = 0 } }: Upstream): Found {
  if (statusCode === 401 || statusCode === 403) return 'hidden';
  return statusCode >= 200 && statusCode < 400 ? 'there' : 'missing';
}

/**
 * The token address of a challenge; null where there is none, or where it has no TLS and is not
 * listed as insecure.
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
  for await (let part of answer as AsyncIterable<Buffer>) {
    text += part.toString();
    if (text.length > tokenBytesMax) throw new Error('the token is too long');
  }
  return JSON.parse(text) as unknown;
}
