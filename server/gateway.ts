/** The gateway of this process, over stores opened from the settings. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { getRequestListener } from '@hono/node-server';
import pg from 'pg';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { registriesOf } from 'contract/packages/default-registries';
import type { OpenLogged } from 'contract/edge/logged-requests';
import { createEnrich, describeData } from 'edge/enrich/create';
import type { Enrich } from 'edge/enrich/enrich';
import { countLogged } from 'edge/logged-requests';
import { answerLimitMs } from 'gateway/floor/db/dialect';
import { listenForNotifications, notifyJob } from 'gateway/floor/db/pg-notifications';
import { recordsProblem } from 'gateway/floor/db/open';
import type { Records } from 'gateway/floor/db/schema';
import { createGateway } from 'gateway/api/gateway';
import type { Gateway } from 'gateway/api/gateway-options';
import type { Lag } from 'journal/backlog';
import { byAge, openInstallationClock, type InstallationClock } from 'gateway/floor/installation-clock';
import { createJobs, createJobsElsewhere, type Jobs } from 'gateway/floor/jobs';
import { createMail, type Mail } from 'gateway/floor/mail/mail';
import { createRecordSealer } from 'gateway/floor/sealer';
import type { TakeRules } from 'gateway/packages/rules-feed';
import { readFlags } from '../app/config/flags';
import { serveBackups } from './backups';
import { unwritable } from './data-folder';
import { openInstallationRecords, recordsPlace } from './installation-records';
import { announceJobs, withJobsElsewhere } from './jobs-calls';
import { openEvents, readStoresVersion, type OneOfMany } from './open-events';
import { firstAdministratorSecret, linkSecret, type InstallationSecrets } from './secrets';
import { serviceWithOtherTime } from './outside-clocks';
import {
  githubSettings,
  registryCountsSettings,
  singleSignOnSettings,
  stripeSettings,
  targetSettings,
} from './outside-services';
import type { Settings } from './settings';
import { productVersion } from './version';
import { visitorIdsState } from './visitor-salts';

const attemptConnections = 3;

export interface OpenGateway {
  api: Gateway['api'];
  ask: Gateway['ask'];
  /** Handles an HTTP call of a client at `address`. */
  answer(request: IncomingMessage, response: ServerResponse, address: string): void;
  /** Attributions that the licences of the location data require on pages. */
  attributions: readonly string[];
  metrics: Registry;
  /** How far the journal is behind. */
  journal(): Promise<Lag>;
  firstAdministratorToken: Gateway['firstAdministratorToken'];
  endStreams: Gateway['endStreams'];
  storesVersion: ReturnType<typeof readStoresVersion>;
  /** Why events are not stored or cannot be read, and what to do; undefined if they are. */
  problem(): string | undefined;
  /** Parts of the stores, and whether they are whole. */
  wholeParts(): Record<'events' | 'summaries' | 'records', boolean>;
  /** Why the stores do not work, and what to do; undefined if they do. */
  trouble(): Promise<string | undefined>;
  close(): Promise<void>;
}

/**
 * Opens the stores (DATA_DIR, DATABASE_URL, EVENTS_URL) and the gateway: next to an edge on this
 * machine, which takes its rules, or as one of many processes.
 */
export async function openGateway(
  settings: Settings,
  secrets: Pick<InstallationSecrets, 'salt' | 'earlier'>,
  beside: TakeRules | OneOfMany,
  log: Logger,
): Promise<OpenGateway> {
  let closing: Closing = [];
  try {
    return await openAll({ settings, secrets, beside, log }, closing);
  } catch (error) {
    // The next attempt must not find them open: two would store the same events.
    await closeAll(closing);
    throw error;
  }
}

type Closing = (() => unknown)[];

async function closeAll(closing: Closing): Promise<void> {
  for (let close of closing.splice(0).toReversed()) await close();
}

interface GatewayParts {
  settings: Settings;
  secrets: Pick<InstallationSecrets, 'salt' | 'earlier'>;
  beside: TakeRules | OneOfMany;
  log: Logger;
}

async function openAll({ settings, secrets, beside, log }: GatewayParts, closing: Closing): Promise<OpenGateway> {
  let takeRules = typeof beside === 'function' ? beside : undefined;
  let many = typeof beside === 'function' ? undefined : beside;
  let folder = path.resolve(settings.DATA_DIR);
  let problemOfFolder = unwritable(folder);
  if (problemOfFolder) throw new Error(problemOfFolder);
  let place = recordsPlace(settings);
  let records = await openInstallationRecords(settings);
  closing.push(() => records.destroy());
  let time = await openInstallationClock(records, Date.now, log, (now) => serviceWithOtherTime(settings, now));
  closing.push(time.close);
  let events = await openEvents({ settings, secrets, records, time, many, closing, log });
  closing.push(events.close);
  let { sources, attributions } = await describeData({ cityDatabase: settings.CITY_DATABASE });
  let jobs = createJobs(Date.now);
  let runsJobs = !many || many.jobs !== undefined;
  if (!runsJobs) jobs = createJobsElsewhere(jobs, (id) => notifyJob(records, id));
  let shared = many && sharedBy(many, secrets);
  if (shared) closing.push(() => shared.attempts.end());
  if (runsJobs) await time.look(async () => (await events.state()).newest);
  let hearing =
    many?.jobs &&
    listenForNotifications({ databaseUrl: many.databaseUrl, wake: jobs.wake, connected: () => undefined, log });
  let mail = openMail(settings, { records, secrets, time, jobs, log });
  closing.push(mail.close);
  if (hearing) closing.push(hearing.close);
  let gateway = await createGateway({
    stores: {
      records,
      events,
      folders: {
        records: 'folder' in place ? place.folder : undefined,
        imports: path.join(folder, 'imports'),
        archives: path.join(folder, 'archives'),
      },
    },
    edge: { takeRules, dataSources: sources, openLogged: logReader(settings) },
    ...configured(settings, shared),
    secrets,
    mail,
    jobs,
    installation: { ...productVersion(), folder, visitorIds: () => visitorIdsState(folder) },
    time,
    log,
  });
  closing.push(gateway.close);
  if (many?.jobs) await announceJobs(records, settings);
  let api = runsJobs ? gateway.api : withJobsElsewhere(gateway.api, records, linkSecret(secrets));
  let backups = serveBackups(folder, events, log);
  closing.push(backups.close);
  let problem = () => events.writeProblem() ?? events.damage().events;
  return {
    api,
    ask: gateway.ask,
    answer: answerWith(api),
    attributions,
    metrics: gateway.metrics,
    journal: async () => (await events.journal()).lag,
    firstAdministratorToken: gateway.firstAdministratorToken,
    endStreams: gateway.endStreams,
    storesVersion: readStoresVersion(settings, { records, place, events }),
    problem,
    wholeParts() {
      let { summaries, records: ofRecords } = gateway.storeChecks.damage();
      return { events: problem() === undefined, summaries: summaries === undefined, records: ofRecords === undefined };
    },
    trouble: async () => unwritable(folder) ?? (await recordsProblem(records, place)) ?? events.readProblem(),
    close: () => closeAll(closing),
  };
}

/** The options of the gateway that are settings alone. */
function configured(settings: Settings, shared: ReturnType<typeof sharedBy> | undefined) {
  let { privateTargets, insecureRegistries } = targetSettings(settings);
  return {
    addresses: {
      domain: settings.GATEWAY_DOMAIN,
      port: String(settings.GATEWAY_PORT),
      publicUrl: settings.PUBLIC_URL,
      registries: registriesOf(settings),
    },
    accounts: {
      registration: settings.REGISTRATION,
      requiresTwoFactorOfAdmins: settings.REQUIRE_TWO_FACTOR_FOR_ADMINS,
      memberLimitOverride: memberLimitOverride(settings),
      github: githubSettings(settings),
      singleSignOn: singleSignOnSettings(settings),
      chatSecret: settings.INTERCOM_IDENTITY_SECRET,
      attemptLimits: { registrationsPerAddress: settings.REGISTRATIONS_PER_HOUR },
      shared,
    },
    billing: { trialDays: settings.TRIAL_DAYS, stripe: stripeSettings(settings) },
    retention: { eventDays: settings.EVENT_DAYS, auditDays: settings.AUDIT_DAYS },
    outside: {
      dataProvider: settings.LEAD_PROVIDER_URL ? { url: settings.LEAD_PROVIDER_URL } : undefined,
      registryCounts: registryCountsSettings(settings),
    },
    network: {
      exportPrivateTargets: privateTargets,
      webhookPrivateTargets: privateTargets,
      registryPrivateTargets: privateTargets,
      insecureRegistries,
      dnsServers: settings.DNS_SERVERS,
    },
  };
}

/** Answers requests of Node's server; the address of the client is passed beside the request. */
function answerWith(api: Gateway['api']): OpenGateway['answer'] {
  let addresses = new WeakMap<IncomingMessage, string>();
  let listener = getRequestListener(
    (request, env) => {
      let address = addresses.get((env as { incoming: IncomingMessage }).incoming);
      return api(request, { address });
    },
    // Keeps Node's own Request and Response, which the dashboard in this process uses.
    { overrideGlobalObjects: false },
  );
  return (request, response, address) => {
    addresses.set(request, address);
    void listener(request, response);
  };
}

/** What all processes of an installation count together. */
function sharedBy({ databaseUrl }: OneOfMany, { salt }: Pick<InstallationSecrets, 'salt'>) {
  let attempts = new pg.Pool({ connectionString: databaseUrl, max: attemptConnections, query_timeout: answerLimitMs });
  attempts.on('error', () => undefined);
  return { attempts, firstAdministrator: firstAdministratorSecret({ salt }) };
}

/** Counts lines of access logs; address data is loaded for the first one. */
function logReader({ CITY_DATABASE, DATA_DIR, GATEWAY_DOMAIN }: Settings): OpenLogged {
  let enrich: Promise<Enrich> | undefined;
  return async (question) => {
    enrich ??= createEnrich({ cityDatabase: CITY_DATABASE, cacheFolder: path.join(path.resolve(DATA_DIR), 'edge') });
    return countLogged(await enrich, GATEWAY_DOMAIN, question);
  };
}

/** The only feature flag that the gateway uses: members of the free plan. */
function memberLimitOverride({ FEATURE_FLAGS, NODE_ENV }: Settings): number {
  return readFlags(FEATURE_FLAGS, NODE_ENV !== 'production').organizationMemberLimitOverride;
}

function openMail(
  settings: Settings,
  {
    secrets,
    time,
    ...parts
  }: Pick<GatewayParts, 'secrets' | 'log'> & { records: Records; time: InstallationClock; jobs: Jobs },
): Mail {
  let { SMTP_URL: smtpUrl, MAIL_FROM: given, PUBLIC_URL: publicUrl } = settings;
  let place = smtpUrl ? { smtpUrl } : { outbox: path.resolve(settings.DATA_DIR, 'outbox') };
  return createMail({
    ...parts,
    place,
    from: given ?? `Landfall <no-reply@${new URL(publicUrl).hostname}>`,
    publicUrl,
    sealer: createRecordSealer([secrets.salt, ...secrets.earlier]),
    clock: time.now,
    byAge: (deleteOld) => byAge(parts.records, time.now(), deleteOld),
  });
}
