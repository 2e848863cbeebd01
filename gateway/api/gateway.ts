/**
 * The store side of the product: the management API and jobs, over the two stores. Knows nothing of
 * Remix, React or cookies.
 */
import { Registry } from 'prom-client';
import * as limits from 'contract/floor/limits';
import * as endpoints from './endpoints';
import { createPipeline } from './pipeline';
import { createBadgeCounts } from '../reports/analytics/badges';
import { createShareNumbers } from '../reports/analytics/share-numbers';
import { createRecountJobs } from '../reports/analytics/recount-jobs';
import { createShareKeys } from '../reports/analytics/share-keys';
import { createShareViews } from '../reports/analytics/share-views';
import { createAttempts, defaultAttemptLimits } from '../people/accounts/attempts';
import { createConfirmations } from '../people/accounts/confirmations';
import { createDevices } from '../people/accounts/devices';
import { createFirstAdministratorLink } from '../people/accounts/first-administrator';
import { createHashing } from '../people/accounts/hashing';
import { defaultCost } from '../people/accounts/passwords';
import { createDownloadChangeEmails } from '../packages/download-change-emails';
import { createRefusalAudit } from './http/call-audit';
import { createDataProvider } from '../reports/data-provider/data-provider';
import { createDns } from '../packages/dns/dns';
import { insecureRegistries } from 'net/registry-origin';
import { startTargetChecks } from '../packages/target-checks';
import { startDomainChecks } from '../packages/dns/domain-checks';
import { createVerificationRecords } from '../packages/dns/verification-records';
import { storeJournalMetrics } from '../events/write/journal-state';
import { startEventDeletions } from '../erasure/event-deletions';
import { startAlerting } from '../alerts/jobs/alerting';
import { startDeliveryWorker } from '../alerts/jobs/delivery-worker';
import { startExportScheduler } from '../exports/scheduler';
import { createStorage } from '../exports/storage';
import { createGithub } from '../people/accounts/github';
import { startArchives } from '../archives/archive-job';
import { createImportFiles } from '../imports/import-files';
import { startImports } from '../imports/import-job';
import { createJobs } from '../floor/jobs';
import { startLeadReports } from '../leads/lead-report-job';
import { registerCounter, registerGauge } from 'net/metrics';
import { startAuditRetention } from '../floor/audit';
import { createTokenUses } from '../people/accounts/token-uses';
import { createPaymentProvider } from '../billing/payments/stripe-provider';
import { feedRules } from '../packages/rules-feed';
import { createNames } from '../floor/names';
import { createEventMarks } from './http/event-marks';
import { startRegistryCounts } from '../reports/registry-counts/registry-counts-job';
import { callTimes, observeGateway } from './metrics';
import { openSingleSignOn } from '../people/single-sign-on/provider';
import { startCacheVerification } from './cache-verification';
import { startStoreChecks } from './http/store-checks';
import { reseal } from './reseal';
import { createRecordSealer, createSecretSealer, type Secrets } from '../floor/sealer';
import { createFairQueue } from '../floor/calls/fair-queue';
import * as workLimits from '../floor/calls/work-limits';
import type { Gateway, GatewayOptions } from './gateway-options';

/** Makes the gateway; resolves when the edge has taken its rules. */
export async function createGateway(parts: GatewayOptions): Promise<Gateway> {
  let { mail, accounts, network, retention, time, log } = parts;
  let { records, events, folders } = parts.stores;
  let { domain, port, publicUrl, registries } = parts.addresses;
  let { now: clock } = time;
  let { jobs = createJobs(clock), installation = {} } = parts;
  let { takeRules, dataSources, openLogged } = parts.edge;
  let rules = takeRules && feedRules(records, { domain, publicUrl }, takeRules, log);
  let attempts = createAttempts({ ...defaultAttemptLimits, ...accounts.attemptLimits }, accounts.shared?.attempts);
  let { emailVerificationDays = limits.emailVerificationDays, memberLimitOverride = 0, chatSecret } = accounts;
  let { eventDays, auditDays = limits.auditDays } = retention;
  let about = {
    domain,
    port,
    publicUrl,
    registries,
    emailVerificationDays,
    memberLimitOverride,
    chatSecret,
    eventDays,
  };
  let secrets: Secrets = [parts.secrets.salt, ...parts.secrets.earlier];
  let sealer = createRecordSealer(secrets);
  if (secrets.length > 1) await reseal(records, sealer, log);
  let github = accounts.github && createGithub(accounts.github, log);
  let singleSignOn =
    accounts.singleSignOn && openSingleSignOn(accounts.singleSignOn, { secrets, publicUrl, clock, log });
  let onePathSealer = createSecretSealer(secrets, 'one-path token');
  let publicCounts = createFairQueue(workLimits.publicLimit);
  let entry = {
    attempts,
    sharing: {
      badges: createBadgeCounts(publicCounts),
      counts: createShareNumbers(publicCounts),
      keys: createShareKeys(secrets),
      views: createShareViews(records, log),
    },
    registration: accounts.registration ?? 'open',
    requiresTwoFactorOfAdmins: accounts.requiresTwoFactorOfAdmins ?? false,
    hashing: createHashing(accounts.passwordCost ?? defaultCost),
    devices: createDevices(secrets),
    confirmations: createConfirmations(secrets),
    firstAdministrator: createFirstAdministratorLink(records, accounts.shared?.firstAdministrator),
  };
  let evidence = createVerificationRecords(secrets, domain);
  let dns = createDns(network.dnsServers);
  let downloadNotices = createDownloadChangeEmails({ mail, publicUrl });
  let checking = { dns, evidence, downloadNotices };
  let domainChecks = startDomainChecks({ records, ...checking, mail, domain, publicUrl, clock, log }, jobs);
  let payments = createPaymentProvider(records, parts.billing.stripe, log);
  let storage = createStorage(network.exportPrivateTargets ?? []);
  let dataProvider = createDataProvider({ records, sealer, provider: parts.outside.dataProvider, clock, log });
  let exports = startExportScheduler({ records, events, storage, sealer, dataProvider, publicUrl, clock, log }, jobs);
  let { webhookPrivateTargets = [], registryPrivateTargets = [] } = network;
  let sending = { records, events, mail, sealer, publicUrl, privateTargets: webhookPrivateTargets, clock, log };
  let deliveries = startDeliveryWorker(sending, jobs);
  let alerts = startAlerting({ records, events, publicUrl, clock, log }, deliveries.wake, jobs);
  let targetChecks = startTargetChecks(
    {
      records,
      privateTargets: registryPrivateTargets,
      insecure: insecureRegistries(network.insecureRegistries ?? []),
      foundAway: () => jobs.wake('alerts'),
      clock,
      log,
    },
    jobs,
  );
  let metrics = new Registry();
  let recountJobs = createRecountJobs(clock, log);
  let recounts = startCacheVerification(events, log, jobs, metrics);
  let storeChecks = startStoreChecks({ events, recordsFolder: folders.records, log }, jobs, metrics);
  storeJournalMetrics(metrics, events);
  registerGauge(
    metrics,
    { name: 'landfall_clock_in_doubt', help: '1 after a jump of the clock: nothing is deleted by age.' },
    () => Number(time.isInDoubt()),
  );
  let tokenUses = createTokenUses(records, log);
  registerCounter(
    metrics,
    { name: 'landfall_token_uses_not_noted_total', help: 'Failed writes of token uses.' },
    tokenUses.failures,
  );
  let refusedAccess = createRefusalAudit(records, log);
  let turns = { questions: createFairQueue(workLimits.queryLimit), files: createFairQueue(workLimits.fileLimit) };
  let ending = new AbortController();
  let { idleReaderMs, everyMs = workLimits.streamEveryMs } = parts.streaming ?? {};
  let streams = { streams: createFairQueue(workLimits.streamLimit), everyMs, ending: ending.signal };
  let importSteps = createFairQueue(workLimits.importBatchLimit);
  observeGateway(metrics, {
    jobs,
    mail,
    events,
    turns: { ...turns, imports: importSteps },
    deliveries,
  });
  let files = createImportFiles(folders.imports);
  let importing = { files, steps: importSteps, own: { domain, publicUrl }, openLogged, sealer };
  let imports = startImports({ records, events, eventDays, ...importing, clock, log }, jobs);
  let registryCounts = startRegistryCounts(
    { records, options: parts.outside.registryCounts ?? { urls: {} }, clock, log },
    jobs,
  );
  let deletions = startEventDeletions({ records, events, eventDays, time, log }, jobs);
  let archiving = { folder: folders.archives, mail, publicUrl, erase: deletions.run };
  let archives = startArchives({ records, events, ...archiving, clock, log }, jobs);
  let { api, ask } = createPipeline(
    {
      ...about,
      ...entry,
      sealer,
      onePathSealer,
      github,
      singleSignOn,
      domains: { checks: domainChecks, evidence },
      billing: { payments, trialDays: parts.billing.trialDays ?? 0 },
      alerting: { deliveries, webhookPrivateTargets },
      packaging: { registryPrivateTargets, downloadNotices },
      outside: { dataProvider, registryCounts },
      exporting: { storage, scheduler: exports, parquet: createFairQueue(workLimits.parquetLimit), archives },
      importing: { imports: createFairQueue(workLimits.importLimit), steps: importSteps, jobs: imports },
      status: { damage: storeChecks.damage, jobs, dataSources },
      records,
      names: createNames(secrets),
      eventMarks: createEventMarks(secrets),
      tokenUses,
      refusedAccess,
      calls: callTimes(metrics),
      turns: { ...turns, idleMs: idleReaderMs },
      recounting: {
        reports: createFairQueue(workLimits.verificationLimit),
        steps: turns.questions,
        jobs: recountJobs,
      },
      live: { ...streams, steps: turns.questions },
      events,
      mail,
      installation,
      clock,
      log,
    },
    Object.values(endpoints).flat(),
  );
  let stopForgetting = startAuditRetention(records, auditDays, { clock, log, jobs });
  let stopReports = startLeadReports({ records, events, mail, dataProvider, publicUrl, clock, log }, jobs);
  let idle = async () => {
    await tokenUses.idle();
    await refusedAccess.idle();
    await entry.sharing.views.idle();
  };
  await rules?.ready;
  return {
    api,
    ask,
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
    targetChecks,
    storeChecks,
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
      await targetChecks.close();
      downloadNotices.close();
      await deletions.stop();
      await stopForgetting();
      await stopReports();
      await recountJobs.close();
      await recounts.stop();
      await storeChecks.stop();
      await registryCounts.stop();
      await dataProvider.close();
    },
  };
}
