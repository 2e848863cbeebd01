/**
 * How often somebody may try to get in: sign-ins by account, address and device, registrations by
 * address. Kept in memory.
 */
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { ErrorCode } from 'contract/errors';
import { addressBlock } from 'net/proxies';
import { Refusal } from '../refusal';

export interface AttemptLimits {
  /**
   * Failed sign-ins of one account from one address in a window, and those from a device that has
   * been signed in to it.
   */
  perGuesser: number;
  /**
   * Failed sign-ins of one account in a window from all devices that have never been signed in to
   * it.
   */
  perAccount: number;
  /** Failed sign-ins from one address in a window. */
  perAddress: number;
  /** New accounts from one address in an hour. */
  registrationsPerAddress: number;
  /** Mails to one account in an hour that anybody can ask for. */
  mailsPerAccount: number;
  /**
   * Wrong codes of a second step in a window, from a device that has been signed in, or from all
   * others together.
   */
  codesPerAccount: number;
  /** Questions to the DNS about the domains of one owner in a window. */
  domainChecksPerOwner: number;
  /** Length of the sign-in window in seconds. */
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
  windowSeconds: 15 * 60,
};

/** Stands as `device` of somebody who is signed in: strangers at the door are not in their way. */
export const ownSession = 'own session';

/** Who tries to prove to be whom. */
export interface Guess {
  /** Id of the account, or what was typed where there is none. */
  account: string;
  address: string;
  /**
   * Id of a device that has been signed in to the account (see `devices.ts`); it is counted alone,
   * whatever strangers do.
   */
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
  /**
   * Whether a sign-in from an address was wrong in this window, the attempt that is being made left
   * out.
   */
  hasFailed(address: string): Promise<boolean>;
  /** Counts a code as wrong until `codeWasRight` takes it back. Refuses with too-many-sign-ins. */
  code(guess: Guess): Promise<void>;
  codeWasRight(guess: Guess): Promise<void>;
  /** Whether a refusal of an account is the first in a window: one is enough for the audit log. */
  isFirstRefusal(account: string): Promise<boolean>;
  /** Counts a registration. Refuses with too-many-requests. */
  register(address: string): Promise<void>;
  /**
   * Counts a mail that a call asks for, by account (whatever names it) and by address. Refuses with
   * too-many-requests.
   */
  mail(account: string, address: string): Promise<void>;
  /** Counts a question to GitHub. Refuses with too-many-requests. */
  github(address: string): Promise<void>;
  /** Counts a question to the DNS. Refuses with too-many-requests. */
  domainCheck(ownerId: string): Promise<void>;
}

/** Makes the counters; a call whose address is not known is counted under one common key. */
export function createAttempts(limits: AttemptLimits): Attempts {
  let perWindow = (points: number) => new RateLimiterMemory({ points, duration: limits.windowSeconds });
  let perHour = (points: number) => new RateLimiterMemory({ points, duration: 60 * 60 });
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
  let domainChecks = perWindow(limits.domainChecksPerOwner);

  /**
   * The counters of a guess, narrowest last: who is refused by their own address does not use up
   * the account's.
   */
  let countersOf = ({ account, address, device }: Guess): [RateLimiterMemory, string][] => {
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
    domainCheck: (ownerId) => count(domainChecks, ownerId),
  };
}

/** Somebody at the door can reset the password instead of waiting; who is signed in waits. */
function refusalOf({ device }: Guess): ErrorCode {
  return device === ownSession ? 'too-many-requests' : 'too-many-sign-ins';
}

async function count(limiter: RateLimiterMemory, key: string, code: ErrorCode = 'too-many-requests'): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    let retrySeconds = Math.max(1, Math.ceil(refused.msBeforeNext / 1_000));
    throw new Refusal(code, undefined, { retrySeconds });
  }
}
