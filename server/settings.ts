/**
 * The settings of the server process, parsed once at start. Those of the dashboard are in
 * app/config/env.server.ts, shared ones in contract/admin/settings.ts.
 */
import path from 'node:path';
import { saltRotations } from 'contract/analytics/id-periods';
import * as limits from 'contract/floor/limits';
import { readGroupRights } from 'contract/accounts/group-rights';
import { baseUrl, CommonSettings, flag, hosts, parseSettings, port, siteUrl } from 'contract/admin/settings';
import { checkedAddress } from 'gateway/events/clickhouse/address';
import { errorMessage } from 'net/error-message';
import { readTrustProxy, trustsNobody, type HostSettings, type TrustProxy } from 'net/proxies';
import { withSecretFiles } from 'sealing/secret-files';
import { z } from 'zod';

/**
 * The product's folder, from any working directory: the parent of `server/` in the sources and
 * of `build/` in the bundle.
 */
export const productFolder = path.resolve(import.meta.dirname, '..');

const TestOptions = z
  .object({
    /** Small files make a test reach the next one. */
    journalSegmentKb: z.number(),
    eventsCheckpointKb: z.number(),
    stripeApiUrl: z.string(),
  })
  .partial()
  .strict();

function readTestOptions(text: string): z.infer<typeof TestOptions> {
  return TestOptions.parse(JSON.parse(text));
}

const otlpProtocol = z.enum(['http/protobuf', 'http/json']);

/** Turns a function that throws into a transform of zod. */
function readWith<T>(read: (text: string) => T): (text: string, issue: z.RefinementCtx) => T {
  return (text, issue) => {
    try {
      return read(text);
    } catch (error) {
      issue.addIssue({ code: 'custom', message: errorMessage(error) });
      return z.NEVER;
    }
  };
}

/** An invalid setting: a restart does not help. */
export class SettingsError extends Error {}

const Settings = z.object({
  ...CommonSettings.shape,
  /** Unset: generated at the first start and kept in DATA_DIR. */
  SESSION_SECRETS: CommonSettings.shape.SESSION_SECRETS.optional(),
  /**
   * One part only: downloads (`edge`), or API, dashboard and jobs (`store`). With
   * SECRETS_ENCRYPTION_KEY, one of many processes over PostgreSQL and ClickHouse: downloads
   * (`edge`), dashboard and API (`web`), or storing events and the jobs (`jobs`). Unset or `all`:
   * everything, in two processes.
   */
  ROLE: z
    .enum(['edge', 'store', 'web', 'jobs', 'all'])
    .optional()
    .transform((role) => (role === 'all' ? undefined : role)),
  /**
   * Encrypts the secrets that processes share in PostgreSQL; the first key encrypts, all decrypt.
   */
  SECRETS_ENCRYPTION_KEY: z
    .string()
    .transform((text) => text.split(','))
    .refine((keys) => keys.every((key) => key.length >= 32), 'each key needs at least 32 characters')
    .optional(),
  /** With ROLE=jobs, URL of this process for the others; unset: its host name and GATEWAY_PORT. */
  JOBS_URL: siteUrl.optional(),
  PORT: port.default(3000),
  HOST: z.string().default('127.0.0.1'),
  METRICS_PORT: port.optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default(path.join(productFolder, 'data')),
  /** Megabytes the journal may take on its disk, and those it leaves free there; 0: none. */
  JOURNAL_MAX_MB: z.coerce.number().int().min(1).max(100_000_000).default(4_096),
  JOURNAL_MIN_FREE_MB: z.coerce.number().int().min(0).max(100_000_000).default(256),
  DATABASE_URL: z.string().url().optional(),
  /** A database on ClickHouse, next to DATABASE_URL; unset: events are in DATA_DIR. */
  EVENTS_URL: z.string().transform(readWith(checkedAddress)).optional(),
  /** The cluster of that server, which replicates and distributes the events; unset: a single server. */
  EVENTS_CLUSTER_NAME: z
    .string()
    .regex(/^[\w.-]+$/, 'takes letters, digits, dots, hyphens and underscores')
    .optional(),
  /** Unset: emails are files in DATA_DIR/outbox. */
  SMTP_URL: z
    .string()
    .url()
    .regex(/^smtps?:/, 'must start with smtp:// or smtps://')
    .optional(),
  /** For identity verification; without it the embedded gateway allows no chat. */
  INTERCOM_IDENTITY_SECRET: z.string().min(16, 'needs at least 16 characters').optional(),
  MAIL_FROM: z.string().optional(),
  OIDC_SCOPES: z.string().default('openid email profile'),
  /** Whether a new person gets an account at the first sign-in; unset: if REGISTRATION is open. */
  OIDC_CREATE_ACCOUNTS: z
    .enum(['true', 'false'])
    .optional()
    .transform((text) => (text === undefined ? undefined : text === 'true')),
  /** Treats every email address from the provider as confirmed. */
  OIDC_TRUST_EMAIL: flag(false),
  /** The claim with a person's groups, and their roles (contract/accounts/group-rights.ts). */
  OIDC_ROLES_CLAIM: z.string().default('groups'),
  OIDC_ROLES: z.string().default('').transform(readWith(readGroupRights)),
  /** Unset: monthly, or as before an upgrade. */
  SALT_ROTATION: z.enum(saltRotations).optional(),
  /** Unset: forever. */
  EVENT_DAYS: z.coerce.number().int().min(1).max(limits.eventDaysMax).optional(),
  AUDIT_DAYS: z.coerce.number().int().min(1).max(36_500).default(limits.auditDays),
  CITY_DATABASE: z.string().optional(),
  TRIAL_DAYS: z.coerce.number().int().min(0).max(limits.trialDaysMax).default(14),
  /** Unset: test cards only. */
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  /** A provider of company data that owners enable with their own key; unset: none. */
  LEAD_PROVIDER_URL: baseUrl.optional(),
  REQUIRE_TWO_FACTOR_FOR_ADMINS: flag(false),
  /** Per client address. */
  REGISTRATIONS_PER_HOUR: z.coerce.number().int().min(1).max(1_000_000).default(20),
  /**
   * Hosts on a private network that owners' registries, exports and webhooks may be at: `host`,
   * `host:port` or `*`; a registry without TLS as `http://host:port`.
   */
  PRIVATE_TARGETS: hosts.refine(
    (targets) => targets.every((target) => /^(?:\*|(?:http:\/\/)?[^/*]+)$/.test(target)),
    'lists host, host:port, http://host:port or *',
  ),
  /** For verification of custom domains; unset: those of the machine. */
  DNS_SERVERS: hosts,
  /** False, true (one proxy), a number of proxies, or networks. */
  TRUST_PROXY: z.string().default('false').transform(readWith<TrustProxy>(readTrustProxy)),
  /** Use `X-Forwarded-Host` of a trusted proxy instead of `Host`. */
  TRUST_FORWARDED_HOST: flag(false),
  /** OpenTelemetry, with the names and values of its specification. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.string().url().optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z.string().url().optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: otlpProtocol.default('http/protobuf'),
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: otlpProtocol.optional(),
  OTEL_SDK_DISABLED: flag(false),
  OTEL_TRACES_EXPORTER: z.enum(['otlp', 'none']).default('otlp'),
  OTEL_TRACES_SAMPLER: z
    .enum([
      'always_on',
      'always_off',
      'traceidratio',
      'parentbased_always_on',
      'parentbased_always_off',
      'parentbased_traceidratio',
    ])
    .default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  /** For tests, as JSON. */
  TEST_OPTIONS: z.string().default('{}').transform(readWith(readTestOptions)),
  LOG_LEVEL: z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']).default('info'),
});

/** By name, for docs/configuration.md. */
export const serverSettings = Settings.shape;

const Checked = Settings.superRefine((given, issue) => {
  let { GITHUB_CLIENT_ID, GITHUB_CLIENT_SECRET, TRUST_FORWARDED_HOST, TRUST_PROXY } = given;
  let { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_ONLY } = given;
  if (new Set([OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET].map(Boolean)).size > 1)
    issue.addIssue({
      code: 'custom',
      path: ['OIDC_ISSUER'],
      message: 'goes with OIDC_CLIENT_ID and OIDC_CLIENT_SECRET',
    });
  if (OIDC_ONLY && !OIDC_ISSUER) issue.addIssue({ code: 'custom', path: ['OIDC_ONLY'], message: 'needs OIDC_ISSUER' });
  if (Boolean(GITHUB_CLIENT_ID) !== Boolean(GITHUB_CLIENT_SECRET))
    issue.addIssue({ code: 'custom', path: ['GITHUB_CLIENT_SECRET'], message: 'goes with GITHUB_CLIENT_ID' });
  let lacks = (['DATABASE_URL', 'EVENTS_URL', 'SECRETS_ENCRYPTION_KEY'] as const).filter(
    (name) => given[name] === undefined,
  );
  let isOneOfMany =
    given.ROLE === 'web' || given.ROLE === 'jobs' || (given.ROLE === 'edge' && given.SECRETS_ENCRYPTION_KEY);
  if (isOneOfMany && lacks.length > 0)
    issue.addIssue({
      code: 'custom',
      path: ['ROLE'],
      message: `${given.ROLE} shares PostgreSQL and ClickHouse with other processes and needs ${lacks.join(' and ')}`,
    });
  if (given.EVENTS_URL && !given.DATABASE_URL)
    issue.addIssue({
      code: 'custom',
      path: ['EVENTS_URL'],
      message: 'needs DATABASE_URL. Copy people and packages to PostgreSQL with "landfall move"',
    });
  if (given.GATEWAY_URL && given.METRICS_PORT !== undefined)
    issue.addIssue({
      code: 'custom',
      path: ['METRICS_PORT'],
      message: 'is for the embedded gateway. With GATEWAY_URL, read the metrics of that gateway',
    });
  if (given.EVENTS_CLUSTER_NAME && !given.EVENTS_URL)
    issue.addIssue({ code: 'custom', path: ['EVENTS_CLUSTER_NAME'], message: 'needs EVENTS_URL' });
  if (TRUST_FORWARDED_HOST && TRUST_PROXY === trustsNobody)
    issue.addIssue({ code: 'custom', path: ['TRUST_FORWARDED_HOST'], message: 'needs TRUST_PROXY' });
});

export type Settings = Omit<z.output<typeof Settings>, 'PUBLIC_URL'> & {
  /** Defaults to the dashboard's address on this machine. */
  PUBLIC_URL: string;
  IS_PUBLIC_URL_GIVEN: boolean;
};

/** Parses the environment, including secrets from files. */
export function readSettings(source: Record<string, string | undefined>): Settings {
  let parsed = parseSettings(Checked, withSecretFiles(source));
  let IS_PUBLIC_URL_GIVEN = parsed.PUBLIC_URL !== undefined;
  return { ...parsed, PUBLIC_URL: parsed.PUBLIC_URL ?? `http://localhost:${parsed.PORT}`, IS_PUBLIC_URL_GIVEN };
}

/** `ownHost`: for requests without a host. */
export function hostSettings({ TRUST_PROXY, TRUST_FORWARDED_HOST }: Settings, ownHost: string): HostSettings {
  return { trustProxy: TRUST_PROXY, trustForwardedHost: TRUST_FORWARDED_HOST, ownHost };
}
