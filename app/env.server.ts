/**
 * The dashboard's settings, parsed once at start; nothing else in app reads process.env. A wrong
 * value stops the start with a sentence that names it.
 */
import { baseUrl, CommonSettings, hosts, parseSettings, splitBy } from 'contract/settings';
import { z } from 'zod';
import { type Flags, readFlags } from './flags';
import { type FooterList, readFooterLinks } from './footer-links';

const Environment = z.object({
  ...CommonSettings.shape,
  GITHUB_CLIENT_ID: CommonSettings.shape.GITHUB_CLIENT_ID.default(''),
  GITHUB_CLIENT_SECRET: CommonSettings.shape.GITHUB_CLIENT_SECRET.default(''),
  GITHUB_URL: baseUrl.default('https://github.com'),
  LANDING_URL: z.string().url().optional(),
  DOCS_URL: z.string().url().optional(),
  API_HOSTS: hosts,
  /** The chat widget's application; nothing of it is loaded without. */
  INTERCOM_APP_ID: z.string().regex(/^\w*$/, 'has letters and digits only').default(''),
  /** Who stands as seller on invoices: lines of an address with semicolons between. */
  INVOICE_SELLER: z.string().default('').transform(splitBy(';')),
  FOOTER_LINKS: z.string().default(''),
  /** Where the widget's script comes from; the vendor's own host unless said otherwise. */
  INTERCOM_URL: z.string().url().optional(),
});

export type Env = z.output<typeof Environment> & { production: boolean; flags: Flags; footer: FooterList[] };

/** Parses the environment as `parseSettings` does; wrong flags and links throw as well. */
export function readEnv(source: Record<string, string | undefined>): Env {
  let parsed = parseSettings(Environment, source);
  let production = parsed.NODE_ENV === 'production';
  return {
    ...parsed,
    production,
    flags: readFlags(parsed.FEATURE_FLAGS, !production),
    footer: readFooterLinks(parsed.FOOTER_LINKS),
  };
}

export const env: Env = readEnv(process.env);
