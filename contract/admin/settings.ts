/**
 * Settings that the server and the dashboard both read from the environment, and the parser of
 * both. A dashboard that runs alone has no server, so each parses its own.
 */
import { z } from 'zod';
import { RepositoryUrl } from '../rules/fields';
import { CountSourceList } from '../analytics/count-sources';
import { RegistryList } from '../packages/default-registries';
import { registrationModes } from '../accounts/users';

/** A TCP port; 0 asks the system for a free one. */
export const port = z.coerce.number().int().min(0).max(65_535);

/** An address that paths are appended to, without trailing slashes. */
export const baseUrl = z
  .string()
  .url()
  .transform((v) => v.replace(/\/+$/, ''));

/** A base URL for calls: a user, a query or a fragment would break each of them. */
export const callUrl = baseUrl.refine((address) => {
  let { protocol, username, password, search, hash } = new URL(address);
  return /^https?:$/.test(protocol) && username + password + search + hash === '';
}, 'must start with http:// or https:// and takes no user, query or fragment');

/**
 * The URL of a whole site. Pages and links start at its host, so a path in it would make all of
 * them dead.
 */
export const siteUrl = callUrl.refine(
  (address) => new URL(address).pathname === '/',
  'takes a host and a port, but no path: Landfall does not work below a path',
);

/** Hosts or networks in one value, lower-cased; empty when unset. */
export const hosts = z
  .string()
  .default('')
  .transform((v) => splitBy(',')(v.toLowerCase()));

/** A function that splits a text into items, without empty ones. */
export function splitBy(separator: string): (text: string) => string[] {
  return (text) =>
    text
      .split(separator)
      .map((item) => item.trim())
      .filter(Boolean);
}

/** A setting that is `true` or `false`. */
export function flag(isOn: boolean) {
  return z
    .enum(['true', 'false'])
    .default(isOn ? 'true' : 'false')
    .transform((v) => v === 'true');
}

export const CommonSettings = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test']).default('production'),
  /** The address of another gateway; unset: the embedded one. */
  GATEWAY_URL: callUrl.optional(),
  GATEWAY_DOMAIN: z
    .string()
    .default('localhost')
    .transform((v) => v.toLowerCase()),
  GATEWAY_PORT: port.default(8081),
  /** Address of the dashboard, also for links in mails. */
  PUBLIC_URL: siteUrl.optional(),
  /** OAuth application of this installation at GitHub; sign-in with GitHub needs both. */
  GITHUB_CLIENT_ID: z.string().optional(),
  GITHUB_CLIENT_SECRET: z.string().optional(),
  GITHUB_URL: baseUrl.default('https://github.com'),
  /** The OpenID Connect provider that people sign in with; single sign-on needs all three. */
  OIDC_ISSUER: z.string().url().optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  /** What the button for it says behind "Continue with". */
  OIDC_NAME: z.string().max(60).default('single sign-on'),
  /** Whether people have no other way to sign in. */
  OIDC_ONLY: flag(false),
  /** The first one seals, every one opens. The server generates one where none is set. */
  SESSION_SECRETS: z
    .string({ required_error: 'is needed: one or more secrets of at least 32 characters, comma separated' })
    .transform(splitBy(','))
    .pipe(
      z.array(z.string().min(32, 'each secret needs at least 32 characters')).nonempty('needs at least one secret'),
    ),
  /** The registries of new packages that name none. */
  DEFAULT_REGISTRIES: RegistryList,
  /** npm's own; the build sets it where npm does not (tools/build.mjs). */
  npm_config_registry: RepositoryUrl.optional().catch(undefined),
  /** A setting of pip. */
  PIP_INDEX_URL: RepositoryUrl.optional().catch(undefined),
  /** Registries whose own download counts are fetched once a day; unset: all public ones. */
  REGISTRY_COUNTS: CountSourceList,
  /** Who can register; the gateway enforces it, the pages show it. */
  REGISTRATION: z.enum(registrationModes).default('open'),
  /** Feature flags of the dashboard; the gateway uses organizationMemberLimitOverride. */
  FEATURE_FLAGS: z.string().default('recommended'),
});

/**
 * Parses settings (empty values count as unset). Throws an Error that names every invalid one,
 * without its value.
 */
export function parseSettings<Schema extends z.ZodTypeAny>(
  schema: Schema,
  source: Record<string, string | undefined>,
): z.output<Schema> {
  let given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  let parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new Error(`Settings: ${parsed.error.issues.map((i) => `${i.path.join('.')} ${i.message}`).join('; ')}`);
}
