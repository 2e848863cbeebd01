/**
 * The store side of the product: the management API and jobs, over the two stores. Knows nothing of
 * Remix, React or cookies.
 */
import type pg from 'pg';
import type { Logger } from 'pino';
import { Registry } from 'prom-client';
import * as limits from 'contract/limits';
import type { DefaultRegistries } from 'contract/packages/package-types/list';
import type { RegistrationMode } from 'contract/accounts/users';
import * as endpoints from './endpoints';
import { createPipeline, type From } from './http/pipeline';
import { createBadgeCounts } from '../reports/analytics/badges';
import { createShareNumbers } from '../reports/analytics/share-numbers';
import { createShareKeys } from '../reports/analytics/share-keys';
import { createShareViews } from '../reports/analytics/share-views';
import { createAttempts, defaultAttemptLimits, type AttemptLimits } from '../people/accounts/attempts';
import { createConfirmations } from '../people/accounts/confirmations';
import { createDevices } from '../people/accounts/devices';
import { createFirstAdministratorLink } from '../people/accounts/first-administrator';
import { createHashing } from '../people/accounts/hashing';
import { defaultCost, type HashCost } from '../people/accounts/passwords';
import { createDownloadChangeEmails } from '../packages/download-change-emails';
import { createRefusalAudit } from './http/call-audit';
import type { Installation } from '../people/administration/installation';
import { createDataProvider } from '../reports/data-provider/data-provider';
import type { DataProviderOptions } from '../reports/data-provider/provider-client';
import { createDns } from '../packages/dns/dns';
import { startDomainChecks, type DomainChecks } from '../packages/dns/domain-checks';
import { createVerificationRecords } from '../packages/dns/verification-records';
import type { OpenLogged } from 'contract/edge/logged-requests';
import type { DataSource } from 'contract/analytics/data-source';
import { storeJournalMetrics } from '../events/write/journal-state';
import type { EventStore } from '../events/store';
import { startEventDeletions, type EventDeletions } from '../erasure/event-deletions';
import { startAlerting, type Alerting } from '../alerts/alerting';
import { startDeliveryWorker, type DeliveryWorker } from '../alerts/delivery-worker';
import { startExportScheduler, type ExportScheduler } from '../exports/scheduler';
import { createStorage } from '../exports/storage';
import { createGithub, type GithubOptions } from '../people/github';
import { startArchives, type Archives } from '../archives/archive-job';
import { createImportFiles } from '../imports/import-files';
import { startImports, type Imports } from '../imports/import-job';
import { createJobs, type Jobs } from '../floor/jobs';
import type { Mail } from '../floor/mail/mail';
import { startCompanyNotices } from '../alerts/notifications/new-companies';
import { startWeeklySummaries } from '../alerts/notifications/weekly-summaries';
import { startLeadReports } from '../leads/lead-report-job';
import { registerCounter } from 'net/metrics';
import { startAuditRetention } from '../floor/audit';
import { createTokenUses } from '../people/accounts/token-uses';
import { createPaymentProvider } from '../billing/payments/stripe-provider';
import type { StripeOptions } from '../billing/payments/stripe-client';
import { feedRules, type TakeRules } from '../packages/rules-feed';
import { createNames } from '../floor/names';
import type { Records } from '../floor/db/schema';
import type { NpmCountsOptions } from '../reports/registry-counts/npm-counts';
import { type RegistryCountsJob, startRegistryCounts } from '../reports/registry-counts/registry-counts-job';
import { callTimes, observeGateway } from './metrics';
import { openSingleSignOn, type SingleSignOnSettings } from '../people/single-sign-on/provider';
import { startCacheVerification } from './cache-verification';
import { reseal } from './reseal';
import { createSecretSealer, type Secrets } from '../floor/sealer';
import { createFairQueue } from '../floor/fair-queue';
import * as workLimits from '../floor/work-limits';

export interface GatewayParts {
  records: Records;
  events: EventStore;
  /** Sends rules to the edge of this machine; edge nodes read them themselves when left out. */
  takeRules?: TakeRules | undefined;
  /**
   * Where attempts are counted that several processes see, and what the link of the first
   * administrator is made of then; each process has its own when left out.
   */
  shared?: { attempts: pg.Pool; firstAdministrator: string } | undefined;
  /** Data about addresses that the edge uses. */
  dataSources: readonly DataSource[];
  mail: Mail;
  /** Address of the dashboard, where the links of mails lead; without a slash at its end. */
  publicUrl: string;
  /** The registries of new packages that name none, by package type. */
  registries?: DefaultRegistries;
  /** Days to confirm the email address of a new account; the default when left out. */
  emailVerificationDays?: number;
  /** Signs identities for the chat widget; unset: no chat. */
  chatSecret?: string;
  /** Days events are kept; for ever when left out. */
  eventDays?: number | undefined;
  /** Days the audit log is kept; the product's own number when left out. */
  auditDays?: number;
  /**
   * Members the free plan allows instead of the product's own number; none given when 0 or left
   * out.
   */
  memberLimitOverride?: number;
  /** OAuth application of this installation at GitHub; no sign-in with GitHub when left out. */
  github?: GithubOptions;
  /** The OpenID Connect provider people sign in with; none when left out. */
  singleSignOn?: SingleSignOnSettings | undefined;
  /** The data provider that owners can switch on with a key of their own; none when left out. */
  dataProvider?: DataProviderOptions;
  /** Where npm's own counts of downloads are fetched; nowhere when left out. */
  npmCounts?: NpmCountsOptions | undefined;
  /** Days of a new organization's trial; none when left out. */
  trialDays?: number;
  /** Account of this installation at Stripe; test cards only when left out. */
  stripe?: StripeOptions;
  /**
   * Secret of this installation: salt of the hashes of origins and endpoints, root of the keys for
   * sealing and for hashes of names.
   */
  salt: string;
  /** Secrets that `salt` has replaced: they open older values and are used for nothing else. */
  earlierSalts?: readonly string[];
  /** Domain of the edge's default hosts, `localhost` or `example.com`. */
  domain: string;
  /** Public port of the edge, in printed addresses; empty when it is the scheme's own. */
  port: string;
  /**
   * Storages for scheduled exports (`host` or `host:port`) that may be on a private network; `*`
   * for all, none when left out.
   */
  exportPrivateTargets?: readonly string[];
  /** Webhooks that may be on a private network; as `exportPrivateTargets`. */
  webhookPrivateTargets?: readonly string[];
  /** DNS servers with an optional port; those of the machine when left out. */
  dnsServers?: readonly string[];
  /** Limits of attempts; the defaults when left out. */
  attemptLimits?: Partial<AttemptLimits>;
  /** Who can register; everyone when left out. */
  registration?: RegistrationMode;
  /** Whether platform admins must have two-factor authentication; not when left out. */
  requiresTwoFactorOfAdmins?: boolean;
  /** Where files lie that are imported in the background. */
  importFolder: string;
  /** Where the files of archives lie. */
  archiveFolder: string;
  /** Counts the requests of access logs by the rules of the edge. */
  openLogged: OpenLogged;
  /** Cost of a password hash; the default when left out. */
  passwordCost?: HashCost;
  /** Background jobs, shared with the server; a list for this gateway alone if left out. */
  jobs?: Jobs;
  /** Data that the server knows about itself; none when left out. */
  installation?: Installation;
  /** How long a client may take nothing of an answer; the product's own limit when left out. */
  idleReaderMs?: number;
  /** How long a live stream waits before it looks for events; the product's own when left out. */
  streamEveryMs?: number;
  /** Milliseconds since 1970. */
  clock: () => number;
  log: Logger;
}

export interface Gateway {
  /** Answers one call of the management API; `from` is what the listener knows of the client. */
  api: (request: Request, from?: From) => Promise<Response>;
  /** Counters for Prometheus. */
  metrics: Registry;
  /** The scheduled exports, which run by themselves. */
  exports: Pick<ExportScheduler, 'runDue'>;
  /** The looks for alerts, and their deliveries, which run by themselves. */
  alerts: Pick<Alerting, 'run'>;
  deliveries: Pick<DeliveryWorker, 'run'>;
  /** The imports in the background, which run by themselves. */
  imports: Pick<Imports, 'run'>;
  /** The archives, which are made by themselves. */
  archives: Pick<Archives, 'run'>;
  /** The fetches of counts of registries, which run by themselves. */
  registryCounts: Pick<RegistryCountsJob, 'wake'>;
  /** The deletion of events, which runs by itself. */
  deletions: Pick<EventDeletions, 'run'>;
  /** The checks of custom domains, which run by themselves. */
  domainChecks: Pick<DomainChecks, 'runDue'>;
  /** Resolves when all writes of answered calls are done. */
  idle(): Promise<void>;
  /** Token of the link that makes the first platform admin; undefined once there is one. */
  firstAdministratorToken(): Promise<string | undefined>;
  /** Ends all live streams. */
  endStreams(): void;
  /** Commits what is in memory and lets go of the stores and the mail, which stay open. */
  close(): Promise<void>;
}

/** Makes the gateway; resolves when the edge has taken its rules. */
export async function createGateway(parts: GatewayParts): Promise<Gateway> {
  let { records, events, mail, domain, publicUrl, registries, clock, log } = parts;
  let { jobs = createJobs(clock), installation = {} } = parts;
  let rules = parts.takeRules && feedRules(records, { domain, publicUrl }, parts.takeRules, log);
  let attempts = createAttempts({ ...defaultAttemptLimits, ...parts.attemptLimits }, parts.shared?.attempts);
  let { emailVerificationDays = limits.emailVerificationDays, memberLimitOverride = 0, chatSecret, eventDays } = parts;
  let about = { domain, publicUrl, registries, emailVerificationDays, memberLimitOverride, chatSecret, eventDays };
  let secrets: Secrets = [parts.salt, ...(parts.earlierSalts ?? [])];
  let sealer = createSecretSealer(secrets, 'records');
  if (secrets.length > 1) await reseal(records, sealer, log);
  let github = parts.github && createGithub(parts.github, parts.log);
  let singleSignOn = parts.singleSignOn && openSingleSignOn(parts.singleSignOn, { secrets, publicUrl, clock, log });
  let onePathSealer = createSecretSealer(secrets, 'one-path token');
  let entry = {
    attempts,
    badges: createBadgeCounts(),
    shareCounts: createShareNumbers(),
    shareKeys: createShareKeys(secrets),
    shareViews: createShareViews(records, log),
    registration: parts.registration ?? 'open',
    requiresTwoFactorOfAdmins: parts.requiresTwoFactorOfAdmins ?? false,
    hashing: createHashing(parts.passwordCost ?? defaultCost),
    devices: createDevices(secrets),
    confirmations: createConfirmations(secrets),
    firstAdministrator: createFirstAdministratorLink(records, parts.shared?.firstAdministrator),
  };
  let evidence = createVerificationRecords(secrets, domain);
  let dns = createDns(parts.dnsServers);
  let downloadNotices = createDownloadChangeEmails({ mail, publicUrl });
  let checking = { dns, evidence, downloadNotices };
  let domainChecks = startDomainChecks({ records, ...checking, mail, domain, publicUrl, clock, log }, jobs);
  let outside = { sealer, onePathSealer, github, singleSignOn, evidence, domainChecks };
  let money = { payments: createPaymentProvider(records, parts.stripe, log), trialDays: parts.trialDays ?? 0 };
  let storage = createStorage(parts.exportPrivateTargets ?? []);
  let dataProvider = createDataProvider({ records, sealer, provider: parts.dataProvider, clock, log });
  let exports = startExportScheduler({ records, events, storage, sealer, dataProvider, publicUrl, clock, log }, jobs);
  let { webhookPrivateTargets = [] } = parts;
  let sending = { records, mail, sealer, publicUrl, privateTargets: webhookPrivateTargets, clock, log };
  let deliveries = startDeliveryWorker(sending, jobs);
  let alerts = startAlerting({ records, events, publicUrl, clock, log }, deliveries.wake, jobs);
  let metrics = new Registry();
  let recounts = startCacheVerification(events, log, jobs, metrics);
  storeJournalMetrics(metrics, events);
  let tokenUses = createTokenUses(records, log);
  registerCounter(
    metrics,
    { name: 'landfall_token_uses_not_noted_total', help: 'How often uses of tokens could not be written down.' },
    tokenUses.failures,
  );
  let refusedAccess = createRefusalAudit(records, log);
  let turns = { questions: createFairQueue(workLimits.queryLimit), files: createFairQueue(workLimits.fileLimit) };
  let ending = new AbortController();
  let { streamEveryMs: everyMs = workLimits.streamEveryMs } = parts;
  let streams = { streams: createFairQueue(workLimits.streamLimit), everyMs, ending: ending.signal };
  let importSteps = createFairQueue(workLimits.importBatchLimit);
  observeGateway(metrics, {
    jobs,
    mail,
    events,
    turns: { ...turns, imports: importSteps },
    deliveries,
  });
  let files = createImportFiles(parts.importFolder);
  let importing = { files, steps: importSteps, own: { domain, publicUrl }, openLogged: parts.openLogged, sealer };
  let imports = startImports({ records, events, eventDays, ...importing, clock, log }, jobs);
  let registryCounts = startRegistryCounts({ records, npm: parts.npmCounts, clock, log }, jobs);
  let deletions = startEventDeletions({ records, events, eventDays, clock, log }, jobs);
  let archiving = { folder: parts.archiveFolder, mail, publicUrl, erase: deletions.run };
  let archives = startArchives({ records, events, ...archiving, clock, log }, jobs);
  let api = createPipeline(
    {
      ...about,
      ...entry,
      ...outside,
      ...money,
      storage,
      exports,
      deliveries,
      webhookPrivateTargets,
      dataProvider,
      records,
      names: createNames(secrets),
      tokenUses,
      downloadNotices,
      refusedAccess,
      calls: callTimes(metrics),
      turns: { ...turns, idleMs: parts.idleReaderMs },
      recounting: { reports: createFairQueue(workLimits.verificationLimit), steps: turns.questions },
      live: { ...streams, steps: turns.questions },
      registryCounts,
      importing: { imports: createFairQueue(workLimits.importLimit), steps: importSteps },
      imports,
      archives,
      events,
      mail,
      jobs,
      installation,
      dataSources: parts.dataSources,
      clock,
      log,
    },
    Object.values(endpoints).flat(),
  );
  let auditDays = parts.auditDays ?? limits.auditDays;
  let stopForgetting = startAuditRetention(records, auditDays, { clock, log, jobs });
  let notices = { records, events, mail, publicUrl, sealer, clock, log };
  let stopSummaries = startWeeklySummaries(notices, jobs);
  let stopNotices = startCompanyNotices(notices, jobs);
  let stopReports = startLeadReports({ records, events, mail, dataProvider, publicUrl, clock, log }, jobs);
  let idle = async () => {
    await tokenUses.idle();
    await refusedAccess.idle();
    await entry.shareViews.idle();
  };
  await rules?.ready;
  return {
    api,
    metrics,
    idle,
    exports,
    alerts,
    deliveries,
    imports,
    archives,
    registryCounts,
    deletions,
    domainChecks,
    firstAdministratorToken: entry.firstAdministrator.token,
    endStreams: () => ending.abort(),
    async close() {
      ending.abort();
      rules?.close();
      await idle();
      await exports.close();
      await alerts.close();
      await deliveries.close();
      await imports.close();
      await archives.close();
      await domainChecks.close();
      downloadNotices.close();
      await deletions.stop();
      await stopForgetting();
      await stopSummaries();
      await stopNotices();
      await stopReports();
      await recounts.stop();
      await registryCounts.stop();
      await dataProvider.close();
    },
  };
}
