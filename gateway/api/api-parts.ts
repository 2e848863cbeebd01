/** Stores, services and settings of the management API. */
import type { Logger } from 'pino';
import type { DefaultRegistries } from 'contract/packages/package-types/list';
import type { RegistrationMode } from 'contract/accounts/users';
import type { CompanyData } from '../reports/company-data/company-data';
import type { DomainChecks } from '../packages/dns/domain-checks';
import type { Evidence } from '../packages/dns/evidence';
import type { DataSource } from 'contract/analytics/data-source';
import type { EventStore } from '../events/store';
import type { Deliveries } from '../alerts/delivering';
import type { Scheduler } from '../exports/scheduler';
import type { Storage } from '../exports/storage';
import type { Github } from '../people/github';
import type { Archives } from '../archives/archive-job';
import type { Imports } from '../imports/background';
import type { Jobs } from '../floor/jobs';
import type { Mail } from '../floor/mail/mail';
import type { PaymentPort } from '../billing/payments/port';
import type { Names } from '../floor/names';
import type { Records } from '../floor/db/schema';
import type { Sealer } from '../floor/sealer';
import type { RegistryCountsJob } from '../reports/registry-counts/registry-counts-job';
import type { SingleSignOn } from '../people/single-sign-on/provider';
import type { Turns } from '../floor/turns';
import type { BadgeCounts } from '../reports/analytics/badges';
import type { ShareCounts } from '../reports/analytics/share-counts';
import type { ShareKeys } from '../reports/analytics/share-keys';
import type { ShareViews } from '../reports/analytics/share-views';
import type { Attempts } from '../people/accounts/attempts';
import type { Confirmations } from '../people/accounts/confirmations';
import type { Devices } from '../people/accounts/devices';
import type { FirstAdministratorLink } from '../people/accounts/first-administrator';
import type { Hashing } from '../people/accounts/hashing';
import type { Installation } from '../people/administration/installation';
import type { DownloadNotices } from '../packages/download-notices';

/** What every handler works with. */
export interface ApiParts {
  records: Records;
  events: EventStore;
  /** The turns of reports that are counted again, and of their steps among all questions. */
  recounting: { reports: Turns; steps: Turns };
  /**
   * The turns of open live streams, and of their steps among all questions; how long each waits
   * before it looks again, and what ends all of them.
   */
  live: { streams: Turns; steps: Turns; everyMs: number; ending: AbortSignal };
  /** The turns of files that are imported, and of the batches of all imports. */
  importing: { imports: Turns; steps: Turns };
  /** Imports that go on in the background, and their files. */
  imports: Imports;
  /** Makes archives of everything owners have, and has their files. */
  archives: Pick<Archives, 'wake' | 'refuseFullDisk' | 'read'>;
  mail: Mail;
  /** Scheduled jobs. */
  jobs: Pick<Jobs, 'notes'>;
  installation: Installation;
  /** Data about addresses that is in use. */
  dataSources: readonly DataSource[];
  attempts: Attempts;
  /** The numbers of public badges. */
  badges: BadgeCounts;
  /** The numbers of share links, what opens those with a password, and when they were read. */
  shareCounts: ShareCounts;
  shareKeys: ShareKeys;
  shareViews: ShareViews;
  /** Fetches counts of registries. */
  registryCounts: Pick<RegistryCountsJob, 'isFor' | 'wake'>;
  hashing: Hashing;
  /** Undefined where it is not set up. */
  singleSignOn: SingleSignOn | undefined;
  /** Who can register. */
  registration: RegistrationMode;
  /** Whether platform admins need two-factor authentication to use their rights. */
  requiresTwoFactorOfAdmins: boolean;
  devices: Devices;
  confirmations: Confirmations;
  firstAdministrator: FirstAdministratorLink;
  downloadNotices: DownloadNotices;
  /** Checks custom domains, and has the records that verify them. */
  domainChecks: Pick<DomainChecks, 'check' | 'confirm'>;
  evidence: Evidence;
  payments: PaymentPort;
  /** Days of a new organization's trial; 0: none. */
  trialDays: number;
  /** Names of owners, and given-up names. */
  names: Names;
  /** Seals secrets that must be read again, such as those of authenticators. */
  sealer: Sealer;
  /** Storage of scheduled exports, and their scheduler. */
  storage: Storage;
  exports: Pick<Scheduler, 'wake'>;
  /** Delivers alerts and reports. */
  deliveries: Pick<Deliveries, 'attempt' | 'wake'>;
  /** Webhooks that may be on a private network. */
  webhookPrivateTargets: readonly string[];
  /** Seals one-path tokens. */
  onePathSealer: Sealer;
  /** Undefined where signing in with GitHub is not set up. */
  github: Github | undefined;
  companyData: CompanyData;
  /** The gateway's own domain. */
  domain: string;
  /** Address of the dashboard, without a slash at its end. */
  publicUrl: string;
  /** The registries of new packages that name none, by package type. */
  registries?: DefaultRegistries;
  /** Days events are kept; for ever when left out. */
  eventDays?: number | undefined;
  /** Days a new account has to confirm its email address. */
  emailVerificationDays: number;
  /** Signs identities for the chat widget; unset: no chat. */
  chatSecret?: string;
  /** Members the free plan allows instead of the default; 0: the default. */
  memberLimitOverride: number;
  clock: () => number;
  log: Logger;
}
