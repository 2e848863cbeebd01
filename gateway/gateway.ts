/** The embedded gateway: the management API and the edge over the two stores. Knows nothing of Remix, React or cookies. */
import type { Logger } from 'pino';
import * as limits from 'contract/limits';
import { createApi, type From } from './api/api';
import { createAttempts, defaultAttemptLimits, type AttemptLimits } from './api/attempts';
import { createCompanyData } from './company-data/company-data';
import type { ProviderOptions } from './company-data/provider';
import { createDns } from './dns/dns';
import { createEdge, type Edge } from './edge/edge';
import { createRecorder } from './edge/record';
import type { Enrich } from './enrich/enrich';
import type { EventStore } from './events/store';
import { startScheduler, type Scheduler } from './exports/scheduler';
import { createStorage } from './exports/storage';
import { createGithub, type GithubOptions } from './github/github';
import type { Mail } from './mail/mail';
import { startNotices } from './notices/start';
import { startLeadReports } from './leads/report';
import { keepAuditShort } from './records/audit-retention';
import { createPayments } from './payments/create';
import type { StripeOptions } from './payments/stripe-client';
import type { Records } from './records/schema';
import { createSealer } from './sealer';

export interface GatewayParts {
  records: Records;
  events: EventStore;
  enrich: Enrich;
  mail: Mail;
  /** Address of the dashboard, where the links of mails lead; without a slash at its end. */
  publicUrl: string;
  /** Days a new account has to confirm its email address; the product's own number when left out. */
  emailVerificationDays?: number;
  /** Signs who somebody is for the chat widget; unset: nobody has a chat. */
  chatSecret?: string;
  /** Days the audit log is kept; the product's own number when left out. */
  auditDays?: number;
  /** Members the free plan allows instead of the product's own number; none given when 0 or left out. */
  memberLimitOverride?: number;
  /** This installation's application at GitHub; nobody signs in by GitHub when left out. */
  github?: GithubOptions;
  /** A provider that says more about companies to owners with a key of their own; none when left out. */
  dataProvider?: ProviderOptions;
  /** Days a new organization may use everything without paying; none when left out. */
  trialDays?: number;
  /** This installation's account at Stripe; test cards only when left out. */
  stripe?: StripeOptions;
  /** Secret of this installation: salt of the origin and endpoint hashes, root of the key that seals. */
  salt: string;
  /** Domain below which the edge's default hosts live, `localhost` or `example.com`. */
  domain: string;
  /** Public port of the edge, in printed addresses; empty when it is the scheme's own. */
  port: string;
  /** Whether `X-Forwarded-*` headers are believed. */
  trustProxy: boolean;
  /** Registries (`host` or `host:port`) that may be on a private network; `*` for all, none when left out. */
  privateTargets?: readonly string[];
  /** Registries spoken to without TLS, besides those of this machine itself. */
  insecureRegistries?: readonly string[];
  /** Storages for scheduled exports (`host` or `host:port`) that may be on a private network; `*` for all, none when left out. */
  exportPrivateTargets?: readonly string[];
  /** Servers the DNS is asked at, with an optional port; those of the machine when left out. */
  dnsServers?: readonly string[];
  /** How often somebody may try to get in; the defaults when left out. */
  attemptLimits?: Partial<AttemptLimits>;
  /** Milliseconds since 1970. */
  clock: () => number;
  log: Logger;
}

export interface Gateway {
  /** Answers one call of the management API; `from` is what the listener knows of the client. */
  api: (request: Request, from?: From) => Promise<Response>;
  edge: Edge;
  /** The scheduled exports, which run by themselves. */
  exports: Pick<Scheduler, 'runDue'>;
  /** Commits what is in memory and lets go of the stores and the mail, which stay open. */
  close(): Promise<void>;
}

/** Makes the gateway; resolves when the edge has its rules. */
export async function createGateway(parts: GatewayParts): Promise<Gateway> {
  let { records, events, mail, domain, publicUrl, clock, log } = parts;
  let recorder = createRecorder({ events, log });
  let edge = createEdge({ ...parts, recorder });
  let attempts = createAttempts({ ...defaultAttemptLimits, ...parts.attemptLimits });
  let { emailVerificationDays = limits.emailVerificationDays, memberLimitOverride = 0, chatSecret } = parts;
  let about = { domain, publicUrl, emailVerificationDays, memberLimitOverride, chatSecret };
  let sealer = createSealer(parts.salt, 'records');
  let github = parts.github && createGithub(parts.github);
  let onePathSealer = createSealer(parts.salt, 'one-path token');
  let outside = { attempts, sealer, onePathSealer, github, dns: createDns(parts.dnsServers) };
  let money = { payments: createPayments(records, parts.stripe, log), trialDays: parts.trialDays ?? 0 };
  let storage = createStorage(parts.exportPrivateTargets ?? []);
  let companyData = createCompanyData({ records, sealer, provider: parts.dataProvider, clock, log });
  let exports = startScheduler({ records, events, storage, sealer, companyData, publicUrl, clock, log });
  let api = createApi({
    ...about,
    ...outside,
    ...money,
    storage,
    exports,
    companyData,
    records,
    events,
    mail,
    clock,
    log,
    metrics: edge.metricsText,
  });
  let stopForgetting = keepAuditShort(records, parts.auditDays ?? limits.auditDays, clock, log);
  let stopNotices = startNotices({ records, events, mail, publicUrl, sealer, clock, log });
  let stopReports = startLeadReports({ records, events, mail, companyData, publicUrl, clock, log });
  await edge.ready;
  return {
    api,
    edge,
    exports,
    async close() {
      edge.close();
      await exports.close();
      await stopForgetting();
      await stopNotices();
      await stopReports();
      await companyData.close();
      await recorder.close();
    },
  };
}
