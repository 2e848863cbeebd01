/** The gateway's background work: what runs by schedule, or until it is done. */
import type { Registry } from 'prom-client';
import * as limits from 'contract/floor/limits';
import { startAlerting } from '../alerts/jobs/alerting';
import { startDeliveryWorker } from '../alerts/jobs/delivery-worker';
import { startArchives } from '../archives/archive-job';
import { startEventDeletions } from '../erasure/event-deletions';
import { startExportScheduler } from '../exports/scheduler';
import type { Storage } from '../exports/storage';
import { startAuditRetention } from '../floor/audit';
import type { FairQueue } from '../floor/calls/fair-queue';
import type { Jobs } from '../floor/jobs';
import type { SecretSealer } from '../floor/sealer';
import { createImportFiles } from '../imports/import-files';
import { startImports } from '../imports/import-job';
import { startLeadReports } from '../leads/lead-report-job';
import { startDomainChecks } from '../packages/dns/domain-checks';
import type { VerificationRecords } from '../packages/dns/verification-records';
import type { DownloadChangeEmails } from '../packages/download-change-emails';
import { startTargetChecks } from '../packages/target-checks';
import { createRecountJobs } from '../reports/analytics/recount-jobs';
import type { DataProviderService } from '../reports/data-provider/data-provider';
import { startRegistryCounts } from '../reports/registry-counts/registry-counts-job';
import { startCacheVerification } from './cache-verification';
import type { GatewayOptions } from './gateway-options';
import { startStoreChecks } from './http/store-checks';

interface SharedParts {
  jobs: Jobs;
  metrics: Registry;
  sealer: SecretSealer;
  evidence: VerificationRecords;
  downloadNotices: DownloadChangeEmails;
  dataProvider: DataProviderService;
  storage: Storage;
  importSteps: FairQueue;
}

/** Starts all of it; `close` resolves when the stores can be closed. */
export function startBackground(
  options: GatewayOptions,
  { jobs, metrics, sealer, evidence, downloadNotices, dataProvider, storage, importSteps }: SharedParts,
) {
  let { mail, network, time, log } = options;
  let { records, events, folders } = options.stores;
  let { domain, publicUrl } = options.addresses;
  let { eventDays, auditDays = limits.auditDays } = options.retention;
  let clock = time.now;
  let { webhookPrivateTargets = [], registryPrivateTargets = [], insecureRegistries = [], dnsServers } = network;
  let reading = { records, events, clock, log };

  let checking = { dnsServers, evidence, downloadNotices, mail, domain, publicUrl };
  let domainChecks = startDomainChecks({ records, ...checking, clock, log }, jobs);
  let foundAway = () => jobs.wake('alerts');
  let targetChecks = startTargetChecks(
    { records, privateTargets: registryPrivateTargets, insecureRegistries, foundAway, clock, log },
    jobs,
  );
  let exports = startExportScheduler({ ...reading, storage, sealer, dataProvider, publicUrl }, jobs);
  let sending = { mail, sealer, publicUrl, privateTargets: webhookPrivateTargets };
  let deliveries = startDeliveryWorker({ ...reading, ...sending }, jobs);
  let alerts = startAlerting({ ...reading, publicUrl }, deliveries.wake, jobs);
  let recountJobs = createRecountJobs(clock, log);
  let recounts = startCacheVerification(events, log, jobs, metrics);
  let storeChecks = startStoreChecks({ events, recordsFolder: folders.records, log }, jobs, metrics);
  let files = createImportFiles(folders.imports);
  let counting = { own: { domain, publicUrl }, openLogged: options.edge.openLogged, sealer };
  let imports = startImports({ ...reading, eventDays, files, steps: importSteps, ...counting }, jobs);
  let counts = { records, options: options.outside.registryCounts ?? { urls: {} }, clock, log };
  let registryCounts = startRegistryCounts(counts, jobs);
  let deletions = startEventDeletions({ records, events, eventDays, time, log }, jobs);
  let archiving = { folder: folders.archives, mail, publicUrl, erase: deletions.run };
  let archives = startArchives({ ...reading, ...archiving }, jobs);
  let stopForgetting = startAuditRetention(records, auditDays, { clock, log, jobs });
  let stopReports = startLeadReports({ ...reading, mail, dataProvider, publicUrl }, jobs);

  let running = { exports, alerts, deliveries, imports, archives, domainChecks, targetChecks };
  return {
    ...running,
    storeChecks,
    registryCounts,
    deletions,
    recountJobs,
    async close() {
      for (let one of Object.values(running)) await one.close();
      for (let one of [deletions, recounts, storeChecks, registryCounts]) await one.stop();
      await stopForgetting();
      await stopReports();
      await recountJobs.close();
    },
  };
}
