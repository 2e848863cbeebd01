/**
 * The store side of the product: the management API and jobs, over the two stores. Knows nothing of
 * Remix, React or cookies.
 */
import { Registry } from 'prom-client';
import { createPaymentProvider } from '../billing/payments/stripe-provider';
import { createStorage } from '../exports/storage';
import { createFairQueue } from '../floor/calls/fair-queue';
import * as workLimits from '../floor/calls/work-limits';
import { createJobs } from '../floor/jobs';
import { createNames } from '../floor/names';
import { createRecordSealer, type Secrets } from '../floor/sealer';
import { createDownloadChangeEmails } from '../packages/download-change-emails';
import { createVerificationRecords } from '../packages/dns/verification-records';
import { feedRules } from '../packages/rules-feed';
import { createDataProvider } from '../reports/data-provider/data-provider';
import { startBackground } from './background';
import * as endpoints from './endpoints';
import type { Gateway, GatewayOptions } from './gateway-options';
import { createRefusalAudit } from './http/call-audit';
import { createEventMarks } from './http/event-marks';
import { callTimes, observeGateway } from './metrics';
import { peopleParts } from './people-parts';
import { createPipeline } from './pipeline';
import { reseal } from './reseal';

/** Makes the gateway; resolves when the edge has taken its rules. */
export async function createGateway(options: GatewayOptions): Promise<Gateway> {
  let { mail, network, time, log, installation = {} } = options;
  let { records, events } = options.stores;
  let { domain, port, publicUrl, registries } = options.addresses;
  let { now: clock } = time;
  let { jobs = createJobs(clock) } = options;
  let { takeRules, dataSources } = options.edge;
  let rules = takeRules && feedRules(records, { domain, publicUrl }, takeRules, log);
  let secrets: Secrets = [options.secrets.salt, ...options.secrets.earlier];
  let sealer = createRecordSealer(secrets);
  if (secrets.length > 1) await reseal(records, sealer, log);

  let metrics = new Registry();
  let people = peopleParts(options, secrets);
  let evidence = createVerificationRecords(secrets, domain);
  let downloadNotices = createDownloadChangeEmails({ mail, publicUrl });
  let dataProvider = createDataProvider({ records, sealer, provider: options.outside.dataProvider, clock, log });
  let storage = createStorage(network.exportPrivateTargets ?? []);
  let turns = {
    questions: createFairQueue(workLimits.queryLimit),
    files: createFairQueue(workLimits.fileLimit),
    imports: createFairQueue(workLimits.importBatchLimit),
  };
  let shared = { jobs, metrics, sealer, evidence, downloadNotices, dataProvider, storage, importSteps: turns.imports };
  let background = startBackground(options, shared);
  let { exports, deliveries, imports, archives, domainChecks, registryCounts, storeChecks, recountJobs } = background;

  let refusedAccess = createRefusalAudit(records, log);
  let ending = new AbortController();
  let { idleReaderMs, everyMs = workLimits.streamEveryMs } = options.streaming ?? {};
  let { tokenUses } = people;
  observeGateway(metrics, { jobs, mail, events, turns, deliveries, time, tokenUses });

  let { api, ask } = createPipeline(
    {
      ...people,
      domain,
      port,
      publicUrl,
      registries,
      eventDays: options.retention.eventDays,
      sealer,
      domains: { checks: domainChecks, evidence },
      billing: {
        payments: createPaymentProvider(records, options.billing.stripe, log),
        trialDays: options.billing.trialDays ?? 0,
      },
      alerting: { deliveries, webhookPrivateTargets: network.webhookPrivateTargets ?? [] },
      packaging: { registryPrivateTargets: network.registryPrivateTargets ?? [], downloadNotices },
      outside: { dataProvider, registryCounts },
      exporting: { storage, scheduler: exports, parquet: createFairQueue(workLimits.parquetLimit), archives },
      importing: { imports: createFairQueue(workLimits.importLimit), steps: turns.imports, jobs: imports },
      status: { damage: storeChecks.damage, jobs, dataSources },
      recounting: {
        reports: createFairQueue(workLimits.verificationLimit),
        steps: turns.questions,
        jobs: recountJobs,
      },
      live: {
        streams: createFairQueue(workLimits.streamLimit),
        steps: turns.questions,
        everyMs,
        ending: ending.signal,
      },
      turns: { ...turns, idleMs: idleReaderMs },
      names: createNames(secrets),
      eventMarks: createEventMarks(secrets),
      calls: callTimes(metrics),
      refusedAccess,
      records,
      events,
      mail,
      installation,
      clock,
      log,
    },
    Object.values(endpoints).flat(),
  );
  let idle = async () =>
    void (await Promise.all([tokenUses, refusedAccess, people.sharing.views].map((one) => one.idle())));
  await rules?.ready;
  let { close: endBackground, ...working } = background;
  return {
    api,
    ask,
    metrics,
    idle,
    ...working,
    firstAdministratorToken: people.firstAdministrator.token,
    endStreams: () => ending.abort(),
    async close() {
      ending.abort();
      rules?.close();
      await idle();
      await endBackground();
      downloadNotices.close();
      await dataProvider.close();
    },
  };
}
