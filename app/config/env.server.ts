/**
 * The dashboard's settings, parsed once at start; nothing else in app reads process.env. The server
 * does not start with an invalid value, and names it.
 */
import { CommonSettings, hosts, parseSettings, splitBy } from 'contract/admin/settings';
import { withSecretFiles } from 'sealing/secret-files';
import { z } from 'zod';
import { type Flags, readFlags } from './flags';
import { type FooterList, readFooterLinks } from './footer-links';

const Environment = z.object({
  ...CommonSettings.shape,
  GITHUB_CLIENT_ID: CommonSettings.shape.GITHUB_CLIENT_ID.default(''),
  GITHUB_CLIENT_SECRET: CommonSettings.shape.GITHUB_CLIENT_SECRET.default(''),
  LANDING_URL: z.string().url().optional(),
  DOCS_URL: z.string().url().optional(),
  API_HOSTS: hosts,
  /** App id of the chat widget; nothing of the widget is loaded without it. */
  INTERCOM_APP_ID: z.string().regex(/^\w*$/, 'has letters and digits only').default(''),
  /** The seller on invoices: lines of an address, separated by semicolons. */
  INVOICE_SELLER: z.string().default('').transform(splitBy(';')),
  FOOTER_LINKS: z.string().default(''),
});

/** What the dashboard reads, by name, for docs/configuration.md. */
export const dashboardSettings = Environment.shape;

export type Env = z.output<typeof Environment> & { production: boolean; flags: Flags; footer: FooterList[] };

/** Parses the environment as `parseSettings` does; wrong flags and links throw as well. */
export function readEnv(source: Record<string, string | undefined>): Env {
  let parsed = parseSettings(Environment, withSecretFiles(source));
  let production = parsed.NODE_ENV === 'production';
  return {
    ...parsed,
    production,
    flags: readFlags(parsed.FEATURE_FLAGS, !production),
    footer: readFooterLinks(parsed.FOOTER_LINKS),
  };
}

export const env: Env = readEnv(process.env);
