/** Stores, services and settings of the management API. */
import type { DataProviderService } from '../../reports/data-provider/data-provider';
import type { DomainChecks } from '../../packages/dns/domain-checks';
import type { OwnAddresses } from '../../packages/hosts/hosts';
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
export interface Services extends PeopleServices, LiveServices, OwnAddresses {
  events: EventStore;
  /** Numbers of events as callers see them. */
  eventMarks: EventMarks;
  /** Recounts of reports: their turns, their steps among all questions, and background jobs. */
  recounting: { reports: FairQueue; steps: FairQueue; jobs: RecountJobs };
  /** Files with events: their storage, their schedule, the turns of Parquet files, and archives. */
  exporting: {
    storage: Storage;
    scheduler: Pick<ExportScheduler, 'wake'>;
    parquet: Pick<FairQueue, 'hold'>;
    archives: Pick<Archives, 'wake' | 'checkDiskSpace' | 'read'>;
  };
  /** Turns of imported files, of the batches of all imports, and imports in the background. */
  importing: { imports: FairQueue; steps: FairQueue; jobs: Imports };
  /** What the server knows about itself: damage in the stores, scheduled jobs, data in use. */
  status: { damage: StoreChecks['damage']; jobs: Pick<Jobs, 'notes'>; dataSources: readonly DataSource[] };
  /** Numbers of badges and share links; what opens those with a password, and when they were read. */
  sharing: { badges: BadgeCounts; counts: ShareNumbers; keys: ShareKeys; views: ShareViews };
  packaging: {
    /** Registries and targets that edges may reach on a private network. */
    registryPrivateTargets: readonly string[];
    downloadNotices: DownloadChangeEmails;
  };
  /** Checks custom domains, and has the records that verify them. */
  domains: { checks: Pick<DomainChecks, 'check' | 'confirm'>; evidence: VerificationRecords };
  /** `trialDays`: of a new organization; 0: none. */
  billing: { payments: PaymentProvider; trialDays: number };
  /** Delivers alerts and reports; to which webhooks on a private network. */
  alerting: { deliveries: Pick<DeliveryWorker, 'attempt' | 'wake'>; webhookPrivateTargets: readonly string[] };
  /** Services of others. */
  outside: { dataProvider: DataProviderService; registryCounts: Pick<RegistryCountsJob, 'isFor' | 'wake'> };
  /** Seals one-path tokens. */
  onePathSealer: SecretSealer;
  /** Days events are kept; for ever when left out. */
  eventDays?: number | undefined;
}
