/** How often somebody may try to get in: sign-ins per account and per address, registrations per address. Kept in memory. */
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { Refusal } from '../refusal';

export interface AttemptLimits {
  /** Failed sign-ins of one account in a window. */
  perAccount: number;
  /** Failed sign-ins from one address in a window. */
  perAddress: number;
  /** New accounts from one address in an hour. */
  registrationsPerAddress: number;
  /** Length of the sign-in window in seconds. */
  windowSeconds: number;
}

export const defaultAttemptLimits: AttemptLimits = {
  perAccount: 10,
  perAddress: 100,
  registrationsPerAddress: 20,
  windowSeconds: 15 * 60,
};

export interface Attempts {
  /** Counts a sign-in as failed until `signedIn` takes it back. Refuses with too-many-requests. */
  signIn(account: string, address: string): Promise<void>;
  signedIn(account: string, address: string): Promise<void>;
  /** Counts a registration. Refuses with too-many-requests. */
  register(address: string): Promise<void>;
}

/** Makes the counters; a call whose address is not known is counted under one common key. */
export function createAttempts(limits: AttemptLimits): Attempts {
  let window = { duration: limits.windowSeconds };
  let accounts = new RateLimiterMemory({ points: limits.perAccount, ...window });
  let addresses = new RateLimiterMemory({ points: limits.perAddress, ...window });
  let registrations = new RateLimiterMemory({ points: limits.registrationsPerAddress, duration: 60 * 60 });
  return {
    async signIn(account, address) {
      await count(addresses, address);
      await count(accounts, account.toLowerCase());
    },
    async signedIn(account, address) {
      await accounts.delete(account.toLowerCase());
      await addresses.reward(address);
    },
    register: (address) => count(registrations, address),
  };
}

async function count(limiter: RateLimiterMemory, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    let seconds = Math.max(1, Math.ceil(refused.msBeforeNext / 1_000));
    throw new Refusal('too-many-requests', undefined, { 'retry-after': String(seconds) });
  }
}
