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
  /** Mails to one account in an hour that anybody can ask for. */
  mailsPerAccount: number;
  /** Wrong codes of a second step in a window. */
  codesPerAccount: number;
  /** Questions to the DNS about the domains of one owner in a window. */
  domainChecksPerOwner: number;
  /** Length of the sign-in window in seconds. */
  windowSeconds: number;
}

export const defaultAttemptLimits: AttemptLimits = {
  perAccount: 10,
  perAddress: 100,
  registrationsPerAddress: 20,
  mailsPerAccount: 5,
  codesPerAccount: 5,
  domainChecksPerOwner: 30,
  windowSeconds: 15 * 60,
};

export interface Attempts {
  /** Counts a sign-in as failed until `signedIn` takes it back. Refuses with too-many-requests. */
  signIn(account: string, address: string): Promise<void>;
  signedIn(account: string, address: string): Promise<void>;
  /** Counts a registration. Refuses with too-many-requests. */
  register(address: string): Promise<void>;
  /** Counts a mail that a call asks for, by account (whatever names it) and by address. Refuses with too-many-requests. */
  mail(account: string, address: string): Promise<void>;
  /** Counts a question to GitHub. Refuses with too-many-requests. */
  github(address: string): Promise<void>;
  /** Counts a code as wrong until `codeWasRight` takes it back. Refuses with too-many-requests. */
  code(userId: string): Promise<void>;
  codeWasRight(userId: string): Promise<void>;
  /** Counts a question to the DNS. Refuses with too-many-requests. */
  domainCheck(ownerId: string): Promise<void>;
}

/** Makes the counters; a call whose address is not known is counted under one common key. */
export function createAttempts(limits: AttemptLimits): Attempts {
  let window = { duration: limits.windowSeconds };
  let accounts = new RateLimiterMemory({ points: limits.perAccount, ...window });
  let addresses = new RateLimiterMemory({ points: limits.perAddress, ...window });
  let registrations = new RateLimiterMemory({ points: limits.registrationsPerAddress, duration: 60 * 60 });
  let mails = new RateLimiterMemory({ points: limits.mailsPerAccount, duration: 60 * 60 });
  let mailsFrom = new RateLimiterMemory({ points: limits.perAddress, duration: 60 * 60 });
  let askedGithub = new RateLimiterMemory({ points: limits.perAddress, ...window });
  let codes = new RateLimiterMemory({ points: limits.codesPerAccount, ...window });
  let domainChecks = new RateLimiterMemory({ points: limits.domainChecksPerOwner, ...window });
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
    async mail(account, address) {
      await count(mailsFrom, address);
      await count(mails, account.toLowerCase());
    },
    github: (address) => count(askedGithub, address),
    code: (userId) => count(codes, userId),
    codeWasRight: async (userId) => void (await codes.delete(userId)),
    domainCheck: (ownerId) => count(domainChecks, ownerId),
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
