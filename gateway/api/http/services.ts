/** Stores, services and settings of the management API. */
import type { DefaultRegistries } from 'contract/packages/package-types/list';
import type { DataProviderService } from '../../reports/data-provider/data-provider';
import type { DomainChecks } from '../../packages/dns/domain-checks';
import type { VerificationRecords } from '../../packages/dns/verification-records';
import type { DataSource } from 'contract/analytics/data-source';
import type { EventStore } from '../../events/shape/store';
import type { DeliveryWorker } from '../../alerts/jobs/delivery-worker';
import type { ExportScheduler } from '../../exports/scheduler';
import type { Storage } from '../../exports/storage';
import type { Archives } from '../../archives/archive-job';
import type { Imports } from '../../imports/import-job';
import type { Jobs } from '../../floor/jobs';
import type { PaymentProvider } from '../../billing/payments/payment-provider';
import type { SecretSealer } from '../../floor/sealer';
import type { RegistryCountsJob } from '../../reports/registry-counts/registry-counts-job';
import type { FairQueue } from '../../floor/calls/fair-queue';
import type { BadgeCounts } from '../../reports/analytics/badges';
import type { ShareNumbers } from '../../reports/analytics/share-numbers';
import type { RecountJobs } from '../../reports/analytics/recount-jobs';
import type { ShareKeys } from '../../reports/analytics/share-keys';
import type { ShareViews } from '../../reports/analytics/share-views';
import type { DownloadChangeEmails } from '../../packages/download-change-emails';
import type { LiveServices } from '../../reports/analytics/live';
import type { PeopleServices } from '../../people/services';
import type { EventMarks } from './event-marks';
import type { StoreChecks } from './store-checks';

/** What every handler works with. */
export interface Services extends PeopleServices, LiveServices {
  events: EventStore;
  /** Numbers of events as callers see them. */
  eventMarks: EventMarks;
  /** Recounts of reports: their turns, their steps among all questions, and background jobs. */
  recounting: { reports: FairQueue; steps: FairQueue; jobs: RecountJobs };
  /** The turns of Parquet files. */
  parquet: Pick<FairQueue, 'hold'>;
  /** The turns of files that are imported, and of the batches of all imports. */
  importing: { imports: FairQueue; steps: FairQueue };
  /** Imports that go on in the background, and their files. */
  imports: Imports;
  /** Makes archives of everything owners have, and has their files. */
  archives: Pick<Archives, 'wake' | 'checkDiskSpace' | 'read'>;
  /** What is damaged in the stores. */
  storeDamage: StoreChecks['damage'];
  /** Scheduled jobs. */
  jobs: Pick<Jobs, 'notes'>;
  /** Data about addresses that is in use. */
  dataSources: readonly DataSource[];
  /** The numbers of public badges. */
  badges: BadgeCounts;
  /** The numbers of share links, what opens those with a password, and when they were read. */
  shareCounts: ShareNumbers;
  shareKeys: ShareKeys;
  shareViews: ShareViews;
  /** Fetches counts of registries. */
  registryCounts: Pick<RegistryCountsJob, 'isFor' | 'wake'>;
  downloadNotices: DownloadChangeEmails;
  /** Checks custom domains, and has the records that verify them. */
  domainChecks: Pick<DomainChecks, 'check' | 'confirm'>;
  evidence: VerificationRecords;
  payments: PaymentProvider;
  /** Days of a new organization's trial; 0: none. */
  trialDays: number;
  /** Storage of scheduled exports, and their scheduler. */
  storage: Storage;
  exports: Pick<ExportScheduler, 'wake'>;
  /** Delivers alerts and reports. */
  deliveries: Pick<DeliveryWorker, 'attempt' | 'wake'>;
  /** Webhooks that may be on a private network. */
  webhookPrivateTargets: readonly string[];
  /** Registries and targets that edges may reach on a private network. */
  registryPrivateTargets: readonly string[];
  /** Seals one-path tokens. */
  onePathSealer: SecretSealer;
  dataProvider: DataProviderService;
  /** The gateway's own domain. */
  domain: string;
  /** Port of the gateway; empty when it is the scheme's own. */
  port: string;
  /** The registries of new packages that name none, by package type. */
  registries?: DefaultRegistries;
  /** Days events are kept; for ever when left out. */
  eventDays?: number | undefined;
}
