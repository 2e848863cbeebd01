/**
 * The process's own settings, parsed once at start. The dashboard's are in app/env.server.ts, what
 * both read in contract/settings.ts.
 */
import path from 'node:path';
import * as limits from 'contract/limits';
import { baseUrl, CommonSettings, hosts, parseSettings, port } from 'contract/settings';
import { readTrustProxy, trustsNobody, type HostSettings, type TrustProxy } from 'net/proxies';
import { z } from 'zod';

/**
 * The folder of the product, whatever the working directory is: this file is one folder below it,
 * in the sources (`server/`) and in the bundle (`build/`).
 */
export const productFolder = path.resolve(import.meta.dirname, '..');

const flag = z
  .enum(['true', 'false'])
  .default('false')
  .transform((v) => v === 'true');

function trustedProxies(text: string, issue: z.RefinementCtx): TrustProxy {
  try {
    return readTrustProxy(text);
  } catch (error) {
    issue.addIssue({ code: 'custom', message: (error as Error).message });
    return z.NEVER;
  }
}

/** A setting is wrong: nothing but another value mends it. */
export class SettingsError extends Error {}

const Settings = z.object({
  ...CommonSettings.shape,
  /** Unset: made at the first start and kept in DATA_DIR. */
  SESSION_SECRETS: CommonSettings.shape.SESSION_SECRETS.optional(),
  /** Runs one side alone: downloads, or API, dashboard and jobs. Unset: both, each in a process. */
  ROLE: z.enum(['edge', 'store']).optional(),
  /** Port on 127.0.0.1 where the edge reaches the store side, when they are started by themselves. */
  STORE_PORT: port.default(8082),
  PORT: port.default(3000),
  HOST: z.string().default('127.0.0.1'),
  GATEWAY_HOST: z.string().optional(),
  /** Port of the counters for Prometheus; unset: they are served nowhere. */
  METRICS_PORT: port.optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default(path.join(productFolder, 'data')),
  /** Megabytes the journal may take on its disk, and those it leaves free there; 0: none. */
  JOURNAL_MAX_MB: z.coerce.number().int().min(1).max(100_000_000).default(4_096),
  JOURNAL_FREE_MB: z.coerce.number().int().min(0).max(100_000_000).default(256),
  DATABASE_URL: z.string().url().optional(),
  /**
   * `smtp://` or `smtps://` address of a mail server; unset: mails are written to DATA_DIR/outbox.
   */
  SMTP_URL: z
    .string()
    .url()
    .regex(/^smtps?:/, 'must start with smtp:// or smtps://')
    .optional(),
  /**
   * Intercom's secret for identity verification; without it nobody of the embedded gateway has a
   * chat.
   */
  INTERCOM_IDENTITY_SECRET: z.string().min(16, 'needs at least 16 characters').optional(),
  /** Days mails stay in DATA_DIR/outbox: they hold links that let people in. */
  OUTBOX_DAYS: z.coerce.number().int().min(1).max(3_650).default(limits.outboxDays),
  MAIL_FROM: z.string().optional(),
  EMAIL_VERIFICATION_DAYS: z.coerce.number().int().min(1).max(3_650).default(limits.emailVerificationDays),
  GITHUB_API_URL: baseUrl.default('https://api.github.com'),
  /** Days the audit log is kept. */
  AUDIT_DAYS: z.coerce.number().int().min(1).max(36_500).default(limits.auditDays),
  CITY_DATABASE: z.string().optional(),
  /** Days a new organization may use everything without paying. */
  TRIAL_DAYS: z.coerce.number().int().min(0).max(limits.trialDaysMax).default(14),
  /** Payment through Stripe; unset: test cards only. */
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  /** Another address of Stripe's API, for tests. */
  STRIPE_API_URL: z.string().url().optional(),
  /**
   * A provider of company details that owners can switch on with a key of their own; unset: there
   * is none.
   */
  LEAD_PROVIDER_URL: baseUrl.optional(),
  /** Whether platform admins can use their rights with two-factor authentication only. */
  REQUIRE_TWO_FACTOR_FOR_ADMINS: flag,
  /** New accounts from one address in an hour. */
  REGISTRATIONS_PER_HOUR: z.coerce.number().int().min(1).max(1_000_000).default(20),
  /**
   * Registries on a private network that the edge may fetch from: `host` or `host:port`, or `*`.
   */
  EDGE_PRIVATE_TARGETS: hosts,
  /** Registries without TLS, besides those of this machine. */
  EDGE_INSECURE_REGISTRIES: hosts,
  /**
   * Storages on a private network that scheduled exports may be sent to: `host` or `host:port`, or
   * `*`.
   */
  EXPORT_PRIVATE_TARGETS: hosts,
  /**
   * Where the DNS is asked about custom domains: addresses with an optional port; the machine's own
   * when unset.
   */
  DNS_SERVERS: hosts,
  /**
   * Which proxies are believed about the client's address: false, true (one), a number of them, or
   * networks.
   */
  TRUST_PROXY: z.string().default('false').transform(trustedProxies),
  /** Whether a trusted proxy's `X-Forwarded-Host` counts instead of `Host`. */
  TRUST_FORWARDED_HOST: flag,
  LOG_LEVEL: z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']).default('info'),
});

const Checked = Settings.superRefine((given, issue) => {
  let { GITHUB_CLIENT_ID, GITHUB_CLIENT_SECRET, TRUST_FORWARDED_HOST, TRUST_PROXY } = given;
  if (Boolean(GITHUB_CLIENT_ID) !== Boolean(GITHUB_CLIENT_SECRET))
    issue.addIssue({ code: 'custom', path: ['GITHUB_CLIENT_SECRET'], message: 'goes with GITHUB_CLIENT_ID' });
  if (TRUST_FORWARDED_HOST && TRUST_PROXY === trustsNobody)
    issue.addIssue({ code: 'custom', path: ['TRUST_FORWARDED_HOST'], message: 'needs TRUST_PROXY' });
});

export type Settings = Omit<z.output<typeof Settings>, 'PUBLIC_URL'> & {
  /** The dashboard's own address on this machine when none is set. */
  PUBLIC_URL: string;
  /** False while PUBLIC_URL is this machine's own address for want of another. */
  IS_PUBLIC_URL_GIVEN: boolean;
};

/** Parses the environment as `parseSettings` does. */
export function readSettings(source: Record<string, string | undefined>): Settings {
  let parsed = parseSettings(Checked, source);
  let IS_PUBLIC_URL_GIVEN = parsed.PUBLIC_URL !== undefined;
  return { ...parsed, PUBLIC_URL: parsed.PUBLIC_URL ?? `http://localhost:${parsed.PORT}`, IS_PUBLIC_URL_GIVEN };
}

/** What `settleHost` goes by on a listener; `ownHost` is the host of a request that names none. */
export function hostSettings({ TRUST_PROXY, TRUST_FORWARDED_HOST }: Settings, ownHost: string): HostSettings {
  return { trustProxy: TRUST_PROXY, trustForwardedHost: TRUST_FORWARDED_HOST, ownHost };
}
