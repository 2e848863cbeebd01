/**
 * The dashboard's settings, parsed once at start; nothing else in app reads process.env. A wrong
 * value stops the start with a sentence that names it.
 */
import { registrationModes } from 'contract/users';
import { z } from 'zod';
import { type Flags, readFlags } from './flags';
import { type FooterList, readFooterLinks } from './footer-links';

const optionalUrl = z
  .string()
  .optional()
  .transform((v) => v || undefined)
  .pipe(z.string().url().optional());

const Environment = z.object({
  NODE_ENV: z.preprocess((v) => v || undefined, z.enum(['production', 'development', 'test']).default('production')),
  /** Another gateway; unset: the embedded one, handed over by server.ts. */
  GATEWAY_URL: optionalUrl,
  GATEWAY_DOMAIN: z.string().default('localhost'),
  GATEWAY_PORT: z.coerce.number().int().min(0).max(65_535).default(8081),
  /** Address people use for this dashboard; unset: taken from the request. */
  PUBLIC_URL: optionalUrl,
  /**
   * This installation's OAuth application at GitHub; people can sign in by GitHub when both are
   * set.
   */
  GITHUB_CLIENT_ID: z.string().default(''),
  GITHUB_CLIENT_SECRET: z.string().default(''),
  GITHUB_URL: optionalUrl.transform((v) => (v ?? 'https://github.com').replace(/\/+$/, '')),
  LANDING_URL: optionalUrl,
  DOCS_URL: optionalUrl,
  API_HOSTS: z
    .string()
    .default('')
    .transform((v) =>
      v
        .split(',')
        .map((h) => h.trim().toLowerCase())
        .filter(Boolean),
    ),
  SESSION_SECRETS: z
    .string({ required_error: 'is needed: one or more secrets of at least 32 characters, comma separated' })
    .transform((v) =>
      v
        .split(',')
        .map((s) => s.trim())
        .filter(Boolean),
    )
    .pipe(
      z.array(z.string().min(32, 'each secret needs at least 32 characters')).nonempty('needs at least one secret'),
    ),
  /** Who may make an account; the gateway holds to it, the pages say it. */
  REGISTRATION: z
    .string()
    .optional()
    .transform((v) => v || 'open')
    .pipe(z.enum(registrationModes)),
  /** The chat widget's application; nothing of it is loaded without. */
  INTERCOM_APP_ID: z.string().regex(/^\w*$/, 'has letters and digits only').default(''),
  /** Who stands as seller on invoices: lines of an address with semicolons between. */
  INVOICE_SELLER: z
    .string()
    .default('')
    .transform((v) =>
      v
        .split(';')
        .map((line) => line.trim())
        .filter(Boolean),
    ),
  FOOTER_LINKS: z.string().default(''),
  /** Where the widget's script comes from; the vendor's own host unless said otherwise. */
  INTERCOM_URL: optionalUrl,
  FEATURE_FLAGS: z.string().default(''),
});

export type Env = z.output<typeof Environment> & { production: boolean; flags: Flags; footer: FooterList[] };

/**
 * Parses the environment; throws an Error that lists every wrong setting by name, without its
 * value.
 */
export function readEnv(source: Record<string, string | undefined>): Env {
  let parsed = Environment.safeParse(source);
  if (!parsed.success)
    throw new Error(`Settings: ${parsed.error.issues.map((i) => `${i.path.join('.')} ${i.message}`).join('; ')}`);
  let production = parsed.data.NODE_ENV === 'production';
  return {
    ...parsed.data,
    production,
    flags: readFlags(parsed.data.FEATURE_FLAGS, !production),
    footer: readFooterLinks(parsed.data.FOOTER_LINKS),
  };
}

export const env: Env = readEnv(process.env);
