/** Company profiles from an owner's data provider, requested when a page needs them, and stored. */
import type { Logger } from 'pino';
import { hourMs, dayMs } from 'contract/floor/time';
import type { CompanyProfile } from 'contract/companies/companies';
import type { ProviderUsage } from 'contract/companies/data-providers';
import { saveProfile, storedProfile, profileOf, profilesOf, providerOf, pauseProvider } from './provider-records';
import type { CompanyProfileRow, Records } from '../../floor/db/schema';
import { bestEffortWrite } from '../../floor/db/best-effort-write';
import { ApiError } from '../../floor/calls/api-error';
import type { SecretSealer } from '../../floor/sealer';
import {
  createProviderClient,
  type CompanyAnswer,
  type ProviderClient,
  type DataProviderOptions,
} from './provider-client';

/** A company profile from a data provider is requested again after this long: 30 days. */
const companyDetailsMs = 30 * dayMs;

export interface DataProviderService {
  /** Whether this installation has a provider. */
  isAvailable: boolean;
  /** Throws invalid-api-key, invalid-account or unable-to-create-account. */
  checkKey(apiKey: string): Promise<void>;
  /** Encrypts a key for storage. */
  seal(apiKey: string, ownerId: string): string;
  /** Throws data-provider-not-found, or an error of the provider. */
  usage(ownerId: string): Promise<ProviderUsage>;
  /** Requests the profile if it is not stored. Null if the company is unknown. */
  profile(ownerId: string, domain: string): Promise<CompanyProfile | null>;
  /** All stored profiles, by domain. */
  profiles(ownerId: string): Promise<Map<string, CompanyProfile>>;
  /** Requests missing profiles in the background; returns their number. */
  requestProfiles(ownerId: string, domains: readonly string[]): Promise<number>;
  /** Resolves when no request is running. */
  idle(): Promise<void>;
  /** Stops after the current company. */
  close(): Promise<void>;
}

interface Parts {
  records: Records;
  sealer: SecretSealer;
  provider: DataProviderOptions | undefined;
  clock: () => number;
  log: Logger;
}

/** Requests that one list of companies can start. */
const askedAtOnceMax = 20;

/** Without a configured provider there are no profiles. */
export function createDataProvider({ records, sealer, provider: options, clock, log }: Parts): DataProviderService {
  let provider: ProviderClient | undefined = options && createProviderClient(options);
  let running = new Map<string, Promise<void>>();
  let beingAsked = new Map<string, Promise<boolean>>();
  let closed = false;

  /** Undefined while the provider is paused. */
  async function keyOf(ownerId: string): Promise<string | undefined> {
    let row = provider && (await providerOf(records, ownerId));
    return row && row.quiet_until <= clock() ? sealer.open(row.api_key, keyHolder(ownerId)) : undefined;
  }

  /** Concurrent lookups of a company share one request. */
  function lookUp(apiKey: string, ownerId: string, domain: string): Promise<boolean> {
    let key = `${ownerId} ${domain}`;
    let asking = beingAsked.get(key) ?? ask(apiKey, ownerId, domain).finally(() => beingAsked.delete(key));
    beingAsked.set(key, asking);
    return asking;
  }

  /** Requests a profile and stores the result. False if further requests would fail too. */
  async function ask(apiKey: string, ownerId: string, domain: string): Promise<boolean> {
    let answer = await provider!.company(apiKey, domain);
    let now = clock();
    if ('nothing' in answer && answer.nothing === 'refused') {
      log.warn({ owner: ownerId }, 'the data provider refuses this account; pausing for an hour');
      await bestEffortWrite(
        pauseProvider(records, ownerId, now + hourMs),
        log,
        'the data provider could not be paused',
      );
      return false;
    }
    let before = await profileOf(records, ownerId, domain);
    let row = rowOf({ ownerId, domain, before }, answer, now);
    await bestEffortWrite(saveProfile(records, row), log, 'the response of the data provider was not stored');
    return 'profile' in answer || answer.nothing !== 'no-answer';
  }

  async function lookUpAll(apiKey: string, ownerId: string, domains: readonly string[]): Promise<void> {
    for (let domain of domains) if (closed || !(await lookUp(apiKey, ownerId, domain))) return;
  }

  return {
    isAvailable: provider !== undefined,
    async checkKey(apiKey) {
      let answer = await provider?.account(apiKey);
      if (!answer) throw new ApiError('data-provider-not-found');
      if ('usage' in answer) return;
      if (answer.refused === 'no-answer') throw new ApiError('unable-to-create-account');
      throw new ApiError(answer.refused, 'api_key');
    },
    seal: (apiKey, ownerId) => sealer.seal(apiKey, keyHolder(ownerId)),
    async usage(ownerId) {
      let row = await providerOf(records, ownerId);
      let apiKey = row && sealer.open(row.api_key, keyHolder(ownerId));
      if (!provider || !apiKey) throw new ApiError('data-provider-not-found');
      let answer = await provider.account(apiKey);
      if ('usage' in answer) return answer.usage;
      throw new ApiError(answer.refused === 'no-answer' ? 'data-provider-did-not-answer' : answer.refused);
    },
    async profile(ownerId, domain) {
      let apiKey = isDomain(domain) ? await keyOf(ownerId) : undefined;
      let known = await profileOf(records, ownerId, domain);
      if (apiKey === undefined || (known && known.ask_again_at > clock())) return storedProfile(known);
      await lookUp(apiKey, ownerId, domain);
      return storedProfile(await profileOf(records, ownerId, domain));
    },
    async profiles(ownerId) {
      let rows = await profilesOf(records, ownerId);
      return new Map([...rows].flatMap(([domain, row]) => (row.profile ? [[domain, storedProfile(row)!]] : [])));
    },
    async requestProfiles(ownerId, domains) {
      if (running.has(ownerId)) return 0;
      let apiKey = await keyOf(ownerId);
      if (apiKey === undefined) return 0;
      let known = await profilesOf(records, ownerId);
      let isDue = (domain: string) => isDomain(domain) && (known.get(domain)?.ask_again_at ?? 0) <= clock();
      let due = domains.filter(isDue).slice(0, askedAtOnceMax);
      if (due.length === 0 || running.has(ownerId)) return 0;
      let work = lookUpAll(apiKey, ownerId, due)
        .catch((error: unknown) => log.error({ err: error }, 'companies could not be looked up'))
        .finally(() => running.delete(ownerId));
      running.set(ownerId, work);
      return due.length;
    },
    async idle() {
      while (running.size > 0) await Promise.all(running.values());
    },
    async close() {
      closed = true;
      await this.idle();
    },
  };
}

/**
 * A profile and a "not found" are valid for 30 days. Pending profiles are requested again after a
 * day, failed ones after an hour; until then the earlier profile stays.
 */
function rowOf(
  { ownerId, domain, before }: { ownerId: string; domain: string; before: CompanyProfileRow | undefined },
  answer: CompanyAnswer,
  now: number,
): CompanyProfileRow {
  let row = { owner_id: ownerId, domain, asked_at: now };
  if ('profile' in answer)
    return { ...row, profile: JSON.stringify(answer.profile), ask_again_at: now + companyDetailsMs };
  if (answer.nothing === 'unknown') return { ...row, profile: null, ask_again_at: now + companyDetailsMs };
  let wait = answer.nothing === 'pending' ? 24 * hourMs : hourMs;
  return { ...row, profile: before?.profile ?? null, ask_again_at: now + wait };
}

/** Companies without a known domain are identified by their name. */
function isDomain(company: string): boolean {
  return /^[a-z0-9.-]+\.[a-z0-9-]+$/i.test(company);
}

/** Binds a sealed key to its owner. */
export function keyHolder(ownerId: string): string {
  return `data-provider ${ownerId}`;
}
