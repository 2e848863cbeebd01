/** The settings, stores and services a gateway is created with, and what it gives. */
import type pg from 'pg';
import type { Logger } from 'pino';
import { Registry } from 'prom-client';
import type { DefaultRegistries } from 'contract/packages/package-types/list';
import type { RegistrationMode } from 'contract/accounts/users';
import type { Pipeline } from './pipeline';
import type { StoreChecks } from './http/store-checks';
import type { AttemptLimits } from '../people/accounts/attempts';
import type { HashCost } from '../people/accounts/passwords';
import type { Installation } from '../people/administration/installation';
import type { DataProviderOptions } from '../reports/data-provider/provider-client';
import type { TargetChecks } from '../packages/target-checks';
import type { DomainChecks } from '../packages/dns/domain-checks';
import type { OpenLogged } from 'contract/edge/logged-requests';
import type { DataSource } from 'contract/analytics/data-source';
import type { EventStore } from '../events/shape/store';
import type { EventDeletions } from '../erasure/event-deletions';
import type { Alerting } from '../alerts/jobs/alerting';
import type { DeliveryWorker } from '../alerts/jobs/delivery-worker';
import type { ExportScheduler } from '../exports/scheduler';
import type { GithubOptions } from '../people/accounts/github';
import type { Archives } from '../archives/archive-job';
import type { Imports } from '../imports/import-job';
import type { InstallationClock } from '../floor/installation-clock';
import type { Jobs } from '../floor/jobs';
import type { Mail } from '../floor/mail/mail';
import type { StripeOptions } from '../billing/payments/stripe-client';
import type { TakeRules } from '../packages/rules-feed';
import type { Records } from '../floor/db/schema';
import type { RegistryCountsOptions } from '../reports/registry-counts/fetch-counts';
import type { RegistryCountsJob } from '../reports/registry-counts/registry-counts-job';
import type { SingleSignOnSettings } from '../people/single-sign-on/provider';

export interface GatewayOptions {
  stores: {
    records: Records;
    events: EventStore;
    /** `records`: of those on SQLite, which are read every night. */
    folders: { records?: string | undefined; imports: string; archives: string };
  };
  edge: {
    /** Sends rules to the edge of this machine; edge nodes read them themselves when left out. */
    takeRules?: TakeRules | undefined;
    /** Data about addresses that the edge uses. */
    dataSources: readonly DataSource[];
    /** Counts the requests of access logs by the rules of the edge. */
    openLogged: OpenLogged;
  };
  addresses: {
    /** Domain of the edge's default hosts, `localhost` or `example.com`. */
    domain: string;
    /** Public port of the edge, in printed addresses; empty when it is the scheme's own. */
    port: string;
    /** Address of the dashboard, where the links of mails lead; without a slash at its end. */
    publicUrl: string;
    registries?: DefaultRegistries | undefined;
  };
  secrets: {
    /**
     * Secret of this installation: salt of the hashes of origins and endpoints, root of the keys for
     * sealing and for hashes of names.
     */
    salt: string;
    /** Secrets that `salt` has replaced: they open older values and are used for nothing else. */
    earlier: readonly string[];
  };
  accounts: AccountSettings;
  billing: {
    /** Days of a new organization's trial; none when left out. */
    trialDays?: number | undefined;
    /** Account of this installation at Stripe; test cards only when left out. */
    stripe?: StripeOptions | undefined;
  };
  retention: {
    /** Days events are kept; for ever when left out. */
    eventDays?: number | undefined;
    /** Days the audit log is kept; the product's own number when left out. */
    auditDays?: number | undefined;
  };
  /** Services of others. */
  outside: {
    /** The data provider that owners can switch on with their key; none when left out. */
    dataProvider?: DataProviderOptions | undefined;
    /** Where registries' own counts of downloads are fetched; nowhere when left out. */
    registryCounts?: RegistryCountsOptions | undefined;
  };
  network: NetworkSettings;
  streaming?: {
    /** How long a client may take nothing of an answer; the product's own limit when left out. */
    idleReaderMs?: number | undefined;
    /** How long a live stream waits before it looks for events; the product's own when left out. */
    everyMs?: number | undefined;
  };
  mail: Mail;
  /** Background jobs, shared with the server; a list for this gateway alone if left out. */
  jobs?: Jobs;
  /** Data that the server knows about itself; none when left out. */
  installation?: Installation | undefined;
  time: InstallationClock;
  log: Logger;
}

interface AccountSettings {
  /** Who can register; everyone when left out. */
  registration?: RegistrationMode | undefined;
  /** Whether platform admins must have two-factor authentication; not when left out. */
  requiresTwoFactorOfAdmins?: boolean | undefined;
  /** Days to confirm the email address of a new account; the default when left out. */
  emailVerificationDays?: number | undefined;
  /**
   * Members the free plan allows instead of the product's own number; none given when 0 or left
   * out.
   */
  memberLimitOverride?: number | undefined;
  github?: GithubOptions | undefined;
  singleSignOn?: SingleSignOnSettings | undefined;
  /** Signs identities for the chat widget; unset: no chat. */
  chatSecret?: string | undefined;
  attemptLimits?: Partial<AttemptLimits> | undefined;
  /** Cost of a password hash; the default when left out. */
  passwordCost?: HashCost | undefined;
  /**
   * Where attempts are counted that several processes see, and what the link of the first
   * administrator is made of then; each process has its own when left out.
   */
  shared?: { attempts: pg.Pool; firstAdministrator: string } | undefined;
}

/** Hosts are `host` or `host:port`; `*` for all, none when left out. */
interface NetworkSettings {
  /** Storages for scheduled exports that may be on a private network. */
  exportPrivateTargets?: readonly string[] | undefined;
  /** Webhooks that may be on a private network. */
  webhookPrivateTargets?: readonly string[] | undefined;
  /** Registries and targets that edges may reach on a private network. */
  registryPrivateTargets?: readonly string[] | undefined;
  /** Registries of images that are called without TLS, besides those of this machine. */
  insecureRegistries?: readonly string[] | undefined;
  /** DNS servers with an optional port; those of the machine when left out. */
  dnsServers?: readonly string[] | undefined;
}

export interface Gateway {
  /** Answers one call of the management API; `from` is what the listener knows of the client. */
  api: Pipeline['api'];
  /** Answers questions of a page in this process. */
  ask: Pipeline['ask'];
  metrics: Registry;
  exports: Pick<ExportScheduler, 'runDue'>;
  alerts: Pick<Alerting, 'run'>;
  deliveries: Pick<DeliveryWorker, 'run'>;
  imports: Pick<Imports, 'run'>;
  archives: Pick<Archives, 'run'>;
  registryCounts: Pick<RegistryCountsJob, 'wake'>;
  deletions: Pick<EventDeletions, 'run'>;
  domainChecks: Pick<DomainChecks, 'runDue'>;
  targetChecks: Pick<TargetChecks, 'run'>;
  storeChecks: Pick<StoreChecks, 'run' | 'damage'>;
  /** Resolves when all writes of answered calls are done. */
  idle(): Promise<void>;
  /** Token of the link that makes the first platform admin; undefined once there is one. */
  firstAdministratorToken(): Promise<string | undefined>;
  /** Ends all live streams. */
  endStreams(): void;
  /** Commits what is in memory and lets go of the stores and the mail, which stay open. */
  close(): Promise<void>;
}
