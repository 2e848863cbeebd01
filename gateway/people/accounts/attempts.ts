/**
 * Limits of attempts: sign-ins by account, address and device, registrations by address. Kept in
 * memory, or where several processes answer in PostgreSQL.
 */
import { createHash } from 'node:crypto';
import type pg from 'pg';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { ErrorCode } from 'contract/rules/errors';
import { addressBlock } from 'net/proxies';
import { ApiError } from '../../floor/calls/api-error';

export interface AttemptLimits {
  /** Failed sign-ins of one account from one address in a window, or from one known device. */
  perGuesser: number;
  /** Failed sign-ins of one account in a window from all unknown devices. */
  perAccount: number;
  /** Failed sign-ins from one address in a window. */
  perAddress: number;
  registrationsPerAddress: number;
  /** Mails per hour to one account that anyone can request. */
  mailsPerAccount: number;
  /**
   * Wrong codes of a second step in a window, from one known device, or from all others together.
   */
  codesPerAccount: number;
  domainChecksPerOwner: number;
  deliveriesPerOwner: number;
  badgesPerAddress: number;
  sharesPerAddress: number;
  /** Wrong passwords of one share link from one address in a window. */
  passwordsPerShareReader: number;
  /** The same from all addresses. */
  passwordsPerShare: number;
  assistantCallsPerPerson: number;
  windowSeconds: number;
}

export const defaultAttemptLimits: AttemptLimits = {
  perGuesser: 10,
  perAccount: 50,
  perAddress: 100,
  registrationsPerAddress: 20,
  mailsPerAccount: 5,
  codesPerAccount: 5,
  domainChecksPerOwner: 30,
  deliveriesPerOwner: 30,
  badgesPerAddress: 1_000,
  sharesPerAddress: 1_000,
  passwordsPerShareReader: 10,
  passwordsPerShare: 100,
  assistantCallsPerPerson: 1_000,
  windowSeconds: 15 * 60,
};

/** Used as `device` of a signed-in person, so that strangers do not use up their attempts. */
export const ownSession = 'own session';

export interface Guess {
  /** Id of the account, or the typed name of an unknown one. */
  account: string;
  address: string;
  /** Id of a known device of the account (see `devices.ts`), which has its own count. */
  device: string | undefined;
}

export interface Attempts {
  /**
   * Counts a password as wrong until `passwordWasRight` or `notTried` takes it back. Refuses with
   * too-many-sign-ins.
   */
  password(guess: Guess): Promise<void>;
  passwordWasRight(guess: Guess): Promise<void>;
  notTried(guess: Guess): Promise<void>;
  /** Whether a sign-in from an address failed in this window, without the current attempt. */
  hasFailed(address: string): Promise<boolean>;
  /** Counts a code as wrong until `codeWasRight` takes it back. Refuses with too-many-sign-ins. */
  code(guess: Guess): Promise<void>;
  codeWasRight(guess: Guess): Promise<void>;
  /** Whether this is the first refusal of an account in a window; only that one is logged. */
  isFirstRefusal(account: string): Promise<boolean>;
  register(address: string): Promise<void>;
  /**
   * Counts a requested mail, by account (any name of it) and by address. Refuses with
   * too-many-requests.
   */
  mail(account: string, address: string): Promise<void>;
  github(address: string): Promise<void>;
  /** Counts a way to the single sign-on provider or back. Refuses with too-many-requests. */
  singleSignOn(address: string): Promise<void>;
  /** Takes the way back and the one before it back. */
  singleSignOnWasRight(address: string): Promise<void>;
  domainCheck(ownerId: string): Promise<void>;
  delivery(ownerId: string): Promise<void>;
  badge(address: string): Promise<void>;
  /**
   * Counts a look at a share link, also at one that does not exist. Refuses with too-many-requests.
   */
  share(address: string): Promise<void>;
  /**
   * Counts a password of a share link as wrong until `sharePasswordWasRight` or
   * `sharePasswordNotTried` takes it back. Refuses with too-many-requests.
   */
  sharePassword(shareId: string, address: string): Promise<void>;
  sharePasswordWasRight(shareId: string, address: string): Promise<void>;
  sharePasswordNotTried(shareId: string, address: string): Promise<void>;
  assistant(username: string): Promise<void>;
}

/** A counter whose table has hashes of accounts and addresses instead of their names. */
class SharedCounter extends RateLimiterPostgres {
  override getKey(key: string | number): string {
    return super.getKey(createHash('sha256').update(String(key)).digest('base64url'));
  }
}

type Counter = RateLimiterMemory | SharedCounter;

/**
 * Creates the counters, in `shared` where it is given; calls without a known address share one key.
 */
export function createAttempts(limits: AttemptLimits, shared?: pg.Pool): Attempts {
  let made = 0;
  let counter = (points: number, duration: number): Counter => {
    if (!shared) return new RateLimiterMemory({ points, duration });
    // The number of a counter is its name in the table: processes of one version count together.
    let options = { storeClient: shared, storeType: 'pool', tableName: 'attempts', tableCreated: true };
    return new SharedCounter({ ...options, points, duration, keyPrefix: String(made++) });
  };
  let perWindow = (points: number) => counter(points, limits.windowSeconds);
  let perHour = (points: number) => counter(points, 60 * 60);
  let devices = perWindow(limits.perGuesser);
  let guessers = perWindow(limits.perGuesser);
  let accounts = perWindow(limits.perAccount);
  let addresses = perWindow(limits.perAddress);
  let codes = perWindow(limits.codesPerAccount);
  let refusals = perWindow(1);
  let registrations = perHour(limits.registrationsPerAddress);
  let mails = perHour(limits.mailsPerAccount);
  let mailsFrom = perHour(limits.perAddress);
  let askedGithub = perWindow(limits.perAddress);
  let signOns = perWindow(limits.perAddress);
  let domainChecks = perWindow(limits.domainChecksPerOwner);
  let deliveries = perWindow(limits.deliveriesPerOwner);
  let badges = perWindow(limits.badgesPerAddress);
  let shares = perWindow(limits.sharesPerAddress);
  let shareReaders = perWindow(limits.passwordsPerShareReader);
  let sharePasswords = perWindow(limits.passwordsPerShare);
  let assistants = perWindow(limits.assistantCallsPerPerson);

  /**
   * The counters of an attempt, the narrowest last: an attempt refused by its address does not use
   * up the account's limit.
   */
  let countersOf = ({ account, address, device }: Guess): [Counter, string][] => {
    let name = account.toLowerCase();
    if (device !== undefined) return [[devices, `${name} ${device}`]];
    let network = addressBlock(address);
    return [
      [addresses, network],
      [guessers, `${name} ${network}`],
      [accounts, name],
    ];
  };
  let codeKey = ({ account, device }: Guess) => (device === undefined ? account : `${account} ${device}`);

  return {
    async password(guess) {
      for (let [counter, key] of countersOf(guess)) await count(counter, key, refusalOf(guess));
    },
    async passwordWasRight(guess) {
      for (let [counter, key] of countersOf(guess))
        if (counter === devices || counter === guessers) await counter.delete(key);
        else await counter.reward(key);
    },
    async notTried(guess) {
      for (let [counter, key] of countersOf(guess)) await counter.reward(key);
    },
    async hasFailed(address) {
      let counted = await addresses.get(addressBlock(address));
      return (counted?.consumedPoints ?? 0) > 1;
    },
    code: (guess) => count(codes, codeKey(guess), refusalOf(guess)),
    codeWasRight: async (guess) => void (await codes.delete(codeKey(guess))),
    isFirstRefusal: (account) =>
      refusals.consume(account).then(
        () => true,
        () => false,
      ),
    register: (address) => count(registrations, addressBlock(address)),
    async mail(account, address) {
      await count(mailsFrom, addressBlock(address));
      await count(mails, account.toLowerCase());
    },
    github: (address) => count(askedGithub, addressBlock(address)),
    singleSignOn: (address) => count(signOns, addressBlock(address)),
    singleSignOnWasRight: async (address) => void (await signOns.reward(addressBlock(address), 2)),
    domainCheck: (ownerId) => count(domainChecks, ownerId),
    delivery: (ownerId) => count(deliveries, ownerId),
    badge: (address) => count(badges, addressBlock(address)),
    share: (address) => count(shares, addressBlock(address)),
    async sharePassword(shareId, address) {
      await count(shareReaders, `${shareId} ${addressBlock(address)}`);
      await count(sharePasswords, shareId);
    },
    async sharePasswordWasRight(shareId, address) {
      await shareReaders.delete(`${shareId} ${addressBlock(address)}`);
      await sharePasswords.reward(shareId);
    },
    async sharePasswordNotTried(shareId, address) {
      await shareReaders.reward(`${shareId} ${addressBlock(address)}`);
      await sharePasswords.reward(shareId);
    },
    assistant: (username) => count(assistants, username),
  };
}

/** An unknown device gets the hint to reset the password; a signed-in person has to wait. */
function refusalOf({ device }: Guess): ErrorCode {
  return device === ownSession ? 'too-many-requests' : 'too-many-sign-ins';
}

async function count(limiter: Counter, key: string, code: ErrorCode = 'too-many-requests'): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    let retrySeconds = Math.max(1, Math.ceil(refused.msBeforeNext / 1_000));
    throw new ApiError(code, undefined, { retrySeconds });
  }
}
