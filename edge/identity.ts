/**
 * Hashes that tell clients apart without identifying them: the first 64 bits of HMAC-SHA256 with a
 * salt of the owner that is replaced with each period. Events do not contain the address itself.
 */
import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { addressBlock } from 'net/proxies';
import type { EdgeRequest } from './requests/edge-request';

export interface VisitorSalt {
  key: KeyObject;
  /** The name of its period, see contract/analytics/id-periods.ts. */
  period: string;
  /** Hashes whole addresses and user agents, as versions without periods did. */
  isFirstForm: boolean;
}

export interface SaltSource {
  /** `time` is in milliseconds. Never waits. */
  of(ownerId: string, time: number): VisitorSalt;
}

export interface VisitorIds {
  /** Same network and same program. */
  originId: bigint;
  /**
   * Same network: an IPv4 address, or the first 64 bits of an IPv6 address, whose rest most systems
   * change daily.
   */
  endpointId: bigint;
  idPeriod: string;
}

export type Identify = (request: EdgeRequest, ownerId: string, time: number) => VisitorIds;

/** Size of the caches of hashes and of IPv6 networks. */
const kept = 20_000;

/** Prepares a salt for hashing. */
export function visitorSalt(secret: string, period: string, isFirstForm = false): VisitorSalt {
  return { key: createSecretKey(secret, 'utf8'), period, isFirstForm };
}

export function createIdentify(salts: SaltSource): Identify {
  let hashes = new LRUCache<string, { salt: VisitorSalt; id: bigint }>({ max: 2 * kept });
  let networks = new LRUCache<string, string>({ max: kept });

  function idOf(salt: VisitorSalt, ownerId: string, text: string): bigint {
    let key = `${ownerId} ${text}`;
    let known = hashes.get(key);
    if (known?.salt === salt) return known.id;
    let id = hash(salt, text);
    hashes.set(key, { salt, id });
    return id;
  }

  function networkIn(address: string): string {
    let network = networks.get(address);
    if (network === undefined) networks.set(address, (network = addressBlock(address)));
    return network;
  }

  return (request, ownerId, time) => {
    let salt = salts.of(ownerId, time);
    let { address, userAgent, language } = request;
    let network = salt.isFirstForm || !address.includes(':') ? address : networkIn(address);
    let program = salt.isFirstForm ? userAgent : programOf(userAgent);
    return {
      originId: idOf(salt, ownerId, `origin\n${network}\n${program}\n${language}`),
      endpointId: idOf(salt, ownerId, `endpoint\n${network}`),
      idPeriod: salt.period,
    };
  };
}

function hash({ key }: VisitorSalt, text: string): bigint {
  return createHmac('sha256', key).update(text).digest().readBigUInt64BE(0);
}

/**
 * Parts of user agents that vary between runs, by the start of the user agent: ids of runs
 * (Bundler's last word, conda's tokens after `aau/`), ids of runners that live for one job (GitHub
 * Actions), and an environment variable (pip, truncated in long user agents).
 */
const apart: readonly (readonly [begin: string, part: RegExp])[] = [
  ['bundler/', / [0-9a-f]{16}$/],
  ['pip/', /,?\s*"user_data":\s*"(?:[^"\\]|\\.)*(?:"|\\?$)/],
  ['conda/', /(?<= aau\/.*) [a-z]\/[\w-]+/g],
  ['GitHubActionsRunner-', / (?:Client|Runner|Group)Id\/\S+/g],
];

/** A user agent without parts that vary between runs. */
export function programOf(userAgent: string): string {
  for (let [begin, part] of apart) if (userAgent.startsWith(begin)) return userAgent.replace(part, '');
  return userAgent;
}
