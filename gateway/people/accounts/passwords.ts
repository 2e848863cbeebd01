/**
 * Passwords: scrypt with a salt each, stored as `scrypt$N$r$p$salt$hash`, so that the cost can
 * change.
 */
import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto';

export interface HashCost {
  N: number;
  r: number;
  p: number;
}

/** 32 MB and three passes: what OWASP asks of scrypt at this size. */
export const defaultCost: HashCost = { N: 2 ** 15, r: 8, p: 3 };
const keyBytes = 32;
const saltBytes = 16;

export async function hashPassword(password: string, cost: HashCost = defaultCost): Promise<string> {
  let salt = randomBytes(saltBytes);
  let key = await derive(password, salt, cost);
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

/**
 * Whether a password matches a stored hash; false without a hash (unknown name, or account without
 * a password). It always takes as long as a hash of the current cost, so that the duration does not
 * show which accounts exist.
 */
export async function verifyPassword(
  password: string,
  stored: string | undefined,
  cost: HashCost = defaultCost,
): Promise<boolean> {
  if (!stored) {
    await derive(password, randomBytes(saltBytes), cost);
    return false;
  }
  let kept = costOf(stored);
  let [salt = '', key = ''] = stored.split('$').slice(4);
  let expected = Buffer.from(key, 'base64url');
  let actual = await derive(password, Buffer.from(salt, 'base64url'), kept);
  let missing = Math.round((workOf(cost) - workOf(kept)) / (cost.N * cost.r));
  if (missing > 0) await derive(password, randomBytes(saltBytes), { ...cost, p: missing });
  return timingSafeEqual(actual, expected);
}

export function isOutdated(stored: string, cost: HashCost): boolean {
  let { N, r, p } = costOf(stored);
  return N !== cost.N || r !== cost.r || p !== cost.p;
}

function costOf(stored: string): HashCost {
  let [, N, r, p] = stored.split('$');
  return { N: Number(N), r: Number(r), p: Number(p) };
}

function workOf({ N, r, p }: HashCost): number {
  return N * r * p;
}

/** On a thread of Node's pool; Node's own limit on memory is below what this cost needs. */
function derive(password: string, salt: Buffer, { N, r, p }: HashCost): Promise<Buffer> {
  let options: ScryptOptions = { N, r, p, maxmem: 256 * N * r };
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, keyBytes, options, (error, key) => (error ? reject(error) : resolve(key)));
  });
}
