/**
 * Settings that the server and the dashboard both read from the environment, and how either reads
 * its own. A dashboard that runs alone has no server, so each parses them for itself.
 */
import { z } from 'zod';
import { registrationModes } from './users';

/** A TCP port; 0 asks the system for a free one. */
export const port = z.coerce.number().int().min(0).max(65_535);

/** An address that paths are appended to: without slashes at its end. */
export const baseUrl = z
  .string()
  .url()
  .transform((v) => v.replace(/\/+$/, ''));

/** Hosts or networks in one value, in lower case; none when unset. */
export const hosts = z
  .string()
  .default('')
  .transform((v) => splitBy(',')(v.toLowerCase()));

/** A function that gives the items of a text, without empty ones. */
export function splitBy(separator: string): (text: string) => string[] {
  return (text) =>
    text
      .split(separator)
      .map((item) => item.trim())
      .filter(Boolean);
}

export const CommonSettings = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test']).default('production'),
  /** Another gateway; unset: the embedded one. */
  GATEWAY_URL: z.string().url().optional(),
  GATEWAY_DOMAIN: z
    .string()
    .default('localhost')
    .transform((v) => v.toLowerCase()),
  GATEWAY_PORT: port.default(8081),
  /** Address people use for the dashboard; the links of mails lead there. */
  PUBLIC_URL: baseUrl.optional(),
  /**
   * This installation's OAuth application at GitHub; people can sign in by GitHub when both are
   * set.
   */
  GITHUB_CLIENT_ID: z.string().optional(),
  GITHUB_CLIENT_SECRET: z.string().optional(),
  /** The first one seals, every one opens. The server makes one where the environment has none. */
  SESSION_SECRETS: z
    .string({ required_error: 'is needed: one or more secrets of at least 32 characters, comma separated' })
    .transform(splitBy(','))
    .pipe(
      z.array(z.string().min(32, 'each secret needs at least 32 characters')).nonempty('needs at least one secret'),
    ),
  /** Who may make an account; the gateway holds to it, the pages say it. */
  REGISTRATION: z.enum(registrationModes).default('open'),
  /** Switches of the dashboard; the gateway needs organizationMemberLimitOverride. */
  FEATURE_FLAGS: z.string().default(''),
});

/**
 * Parses settings (empty values count as unset); throws an Error that names every wrong one,
 * without its value.
 */
export function parseSettings<Schema extends z.ZodTypeAny>(
  schema: Schema,
  source: Record<string, string | undefined>,
): z.output<Schema> {
  let given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  let parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data as z.output<Schema>;
  throw new Error(`Settings: ${parsed.error.issues.map((i) => `${i.path.join('.')} ${i.message}`).join('; ')}`);
}
