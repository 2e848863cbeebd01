/**
 * The embedded gateway in this process: its stores opened from the settings, its API and edge
 * behind one listener, chosen by host.
 */
import type { IncomingMessage, RequestListener } from 'node:http';
import path from 'node:path';
import { getRequestListener } from '@hono/node-server';
import type { Logger } from 'pino';
import { Registry } from 'prom-client';
import { createEdge } from 'edge/edge';
import { createEnrich } from 'edge/enrich/create';
import { createRecorder } from 'edge/record';
import { createRoutingTable } from 'edge/routing-table';
import { openEventStore } from 'gateway/events/duckdb';
import { createGateway, type Gateway } from 'gateway/gateway';
import { createJobs, type Jobs } from 'gateway/jobs';
import { createImageProvisioning } from 'gateway/packages/image-provisioning';
import { openJournal } from 'journal/journal';
import { createMail, type Mail } from 'gateway/mail/mail';
import { clientAddress, settleHost } from 'net/proxies';
import { openRecords } from 'gateway/db/open';
import { readFlags } from '../app/flags';
import type { KeptSecrets } from './secrets';
import { hostSettings, type Settings } from './settings';
import { productVersion } from './version';

export interface OpenGateway {
  api: Gateway['api'];
  /** What the licences of the location data in use ask a page to show. */
  attributions: readonly string[];
  handle: RequestListener;
  /** Answers `/metrics`, for a listener of its own. */
  metrics: RequestListener;
  firstAdministratorToken: Gateway['firstAdministratorToken'];
  close(): Promise<void>;
}

/** Opens the stores (see DATA_DIR, DATABASE_URL) and the gateway over them. */
export async function openGateway(
  settings: Settings,
  secrets: Pick<KeptSecrets, 'salt' | 'earlier'>,
  log: Logger,
): Promise<OpenGateway> {
  let records = await openRecords(
    settings.DATABASE_URL ? { databaseUrl: settings.DATABASE_URL } : { folder: path.resolve(settings.DATA_DIR) },
  );
  let folder = path.resolve(settings.DATA_DIR);
  let own = { domain: settings.GATEWAY_DOMAIN, publicUrl: settings.PUBLIC_URL };
  let events = await openEventStore({
    folder,
    warn: (sentence) => log.error(sentence),
    resolve: createImageProvisioning(records, own, Date.now).resolve,
  });
  let enrich = await createEnrich({ cityDatabase: settings.CITY_DATABASE });
  let jobs = createJobs(Date.now);
  let mail = openMail(settings, jobs, log);
  let rules = createRoutingTable();
  let gateway = await createGateway({
    records,
    events,
    takeRules: rules.replace,
    dataSources: enrich.sources,
    mail,
    publicUrl: settings.PUBLIC_URL,
    emailVerificationDays: settings.EMAIL_VERIFICATION_DAYS,
    chatSecret: settings.INTERCOM_IDENTITY_SECRET,
    auditDays: settings.AUDIT_DAYS,
    memberLimitOverride: memberLimitOverride(settings),
    github: githubOf(settings),
    trialDays: settings.TRIAL_DAYS,
    stripe: stripeOf(settings),
    dataProvider: settings.LEAD_PROVIDER_URL ? { url: settings.LEAD_PROVIDER_URL } : undefined,
    salt: secrets.salt,
    earlierSalts: secrets.earlier,
    domain: settings.GATEWAY_DOMAIN,
    port: String(settings.GATEWAY_PORT),
    exportPrivateTargets: settings.EXPORT_PRIVATE_TARGETS,
    dnsServers: settings.DNS_SERVERS,
    registration: settings.REGISTRATION,
    requiresTwoFactorOfAdmins: settings.REQUIRE_TWO_FACTOR_FOR_ADMINS,
    attemptLimits: { registrationsPerAddress: settings.REGISTRATIONS_PER_HOUR },
    jobs,
    installation: { ...productVersion(), folder: path.resolve(settings.DATA_DIR) },
    clock: Date.now,
    log,
  });
  let journal = openJournal(folder);
  let recorder = createRecorder({ events: journal, log });
  let edge = createEdge({
    rules,
    recorder,
    enrich,
    salt: secrets.salt,
    domain: settings.GATEWAY_DOMAIN,
    trustProxy: settings.TRUST_PROXY,
    privateTargets: settings.EDGE_PRIVATE_TARGETS,
    insecureRegistries: settings.EDGE_INSECURE_REGISTRIES,
    clock: Date.now,
    log,
  });
  let metrics = Registry.merge([edge.metrics, gateway.metrics]);
  let api = getRequestListener(
    (request, env) =>
      gateway.api(request, {
        address: clientAddress((env as { incoming: IncomingMessage }).incoming, settings.TRUST_PROXY),
      }),
    // Request and Response of the process stay Node's own: the dashboard shares it.
    { overrideGlobalObjects: false },
  );
  return {
    api: gateway.api,
    attributions: enrich.attributions,
    firstAdministratorToken: gateway.firstAdministratorToken,
    handle(request, response) {
      settleHost(request, hostSettings(settings, settings.GATEWAY_DOMAIN));
      if (edge.owns(request.headers.host ?? '')) edge.handle(request, response);
      else void api(request, response);
    },
    metrics(request, response) {
      if (request.url !== '/metrics') return void response.writeHead(404).end();
      metrics.metrics().then(
        (text) => response.writeHead(200, { 'content-type': metrics.contentType }).end(text),
        (error: unknown) => {
          log.error({ err: error }, 'the counters could not be read');
          response.writeHead(500).end();
        },
      );
    },
    async close() {
      await edge.close();
      await recorder.close();
      await journal.close();
      await gateway.close();
      await mail.close();
      await events.close();
      await records.destroy();
    },
  };
}

/** One flag is the gateway's business: how many members the free plan allows. */
function memberLimitOverride({ FEATURE_FLAGS, NODE_ENV }: Settings): number {
  return readFlags(FEATURE_FLAGS, NODE_ENV !== 'production').organizationMemberLimitOverride;
}

function githubOf({
  GITHUB_CLIENT_ID: clientId,
  GITHUB_CLIENT_SECRET: clientSecret,
  GITHUB_API_URL: apiUrl,
}: Settings) {
  return clientId && clientSecret ? { clientId, clientSecret, apiUrl } : undefined;
}

function openMail(settings: Settings, jobs: Jobs, log: Logger): Mail {
  let { SMTP_URL: smtpUrl, MAIL_FROM: given, PUBLIC_URL: publicUrl, OUTBOX_DAYS: days } = settings;
  let place = smtpUrl ? { smtpUrl } : { outbox: path.resolve(settings.DATA_DIR, 'outbox'), days };
  return createMail({ place, from: given ?? `Landfall <no-reply@${new URL(publicUrl).hostname}>`, jobs, log });
}

function stripeOf({
  STRIPE_SECRET_KEY: secretKey,
  STRIPE_WEBHOOK_SECRET: webhookSecret,
  STRIPE_API_URL: apiUrl,
}: Settings) {
  if (!secretKey) return undefined;
  if (!webhookSecret) throw new Error('Settings: STRIPE_WEBHOOK_SECRET is needed beside STRIPE_SECRET_KEY');
  return { secretKey, webhookSecret, apiUrl };
}
