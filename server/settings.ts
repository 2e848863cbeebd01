/** The process's own settings, parsed once at start. The dashboard's are in app/env.server.ts. */
import * as limits from 'contract/limits';
import { z } from 'zod';

const port = z.coerce.number().int().min(0).max(65_535);

const list = z
  .string()
  .default('')
  .transform((v) =>
    v
      .split(',')
      .map((item) => item.trim().toLowerCase())
      .filter(Boolean),
  );

const Settings = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test']).default('development'),
  PORT: port.default(3000),
  HOST: z.string().default('127.0.0.1'),
  GATEWAY_PORT: port.default(8081),
  GATEWAY_HOST: z.string().optional(),
  GATEWAY_DOMAIN: z
    .string()
    .default('localhost')
    .transform((v) => v.toLowerCase()),
  GATEWAY_URL: z.string().url().optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z.string().url().optional(),
  SESSION_SECRETS: z.string().optional(),
  /** Where the links of mails lead; the dashboard's own address on this machine when unset. */
  PUBLIC_URL: z
    .string()
    .url()
    .transform((v) => v.replace(/\/+$/, ''))
    .optional(),
  /** `smtp://` or `smtps://` address of a mail server; unset: mails are written to DATA_DIR/outbox. */
  SMTP_URL: z
    .string()
    .url()
    .regex(/^smtps?:/, 'must start with smtp:// or smtps://')
    .optional(),
  /** Read by the dashboard as well; the gateway needs organizationMemberLimitOverride. */
  FEATURE_FLAGS: z.string().default(''),
  /** Intercom's secret for identity verification; without it nobody of the embedded gateway has a chat. */
  INTERCOM_IDENTITY_SECRET: z.string().min(16, 'needs at least 16 characters').optional(),
  MAIL_FROM: z.string().optional(),
  EMAIL_VERIFICATION_DAYS: z.coerce.number().int().min(1).max(3_650).default(limits.emailVerificationDays),
  /** This installation's OAuth application at GitHub; both or neither. */
  GITHUB_CLIENT_ID: z.string().optional(),
  GITHUB_CLIENT_SECRET: z.string().optional(),
  GITHUB_API_URL: z
    .string()
    .url()
    .default('https://api.github.com')
    .transform((v) => v.replace(/\/+$/, '')),
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
  /** A provider of company details that owners can switch on with a key of their own; unset: there is none. */
  LEAD_PROVIDER_URL: z
    .string()
    .url()
    .transform((v) => v.replace(/\/+$/, ''))
    .optional(),
  /** New accounts from one address in an hour. */
  REGISTRATIONS_PER_HOUR: z.coerce.number().int().min(1).max(1_000_000).default(20),
  /** Registries on a private network that the edge may fetch from: `host` or `host:port`, or `*`. */
  EDGE_PRIVATE_TARGETS: list,
  /** Registries without TLS, besides those of this machine. */
  EDGE_INSECURE_REGISTRIES: list,
  /** Storages on a private network that scheduled exports may be sent to: `host` or `host:port`, or `*`. */
  EXPORT_PRIVATE_TARGETS: list,
  /** Where the DNS is asked about custom domains: addresses with an optional port; the machine's own when unset. */
  DNS_SERVERS: list,
  TRUST_PROXY: z
    .enum(['true', 'false'])
    .default('false')
    .transform((v) => v === 'true'),
  LOG_LEVEL: z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']).default('info'),
  DEMO: z
    .enum(['true', 'false'])
    .default('false')
    .transform((v) => v === 'true'),
});

const Checked = Settings.superRefine(({ GITHUB_CLIENT_ID, GITHUB_CLIENT_SECRET }, issue) => {
  if (Boolean(GITHUB_CLIENT_ID) !== Boolean(GITHUB_CLIENT_SECRET))
    issue.addIssue({ code: 'custom', path: ['GITHUB_CLIENT_SECRET'], message: 'goes with GITHUB_CLIENT_ID' });
});

export type Settings = Omit<z.output<typeof Settings>, 'PUBLIC_URL'> & { PUBLIC_URL: string };

/** Parses the environment (empty values count as unset); throws an Error that names every wrong setting, without its value. */
export function readSettings(source: Record<string, string | undefined>): Settings {
  let given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  let parsed = Checked.safeParse(given);
  if (parsed.success)
    return { ...parsed.data, PUBLIC_URL: parsed.data.PUBLIC_URL ?? `http://localhost:${parsed.data.PORT}` };
  throw new Error(`Settings: ${parsed.error.issues.map((i) => `${i.path.join('.')} ${i.message}`).join('; ')}`);
}
