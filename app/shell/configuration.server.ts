/**
 * Data of 'App Configuration' (spec section 2): flags for everyone signed in, settings for platform
 * admins. Only the settings listed here are sent.
 */
import type { Env } from '../config/env.server';
import { env } from '../config/env.server';
import { isPlatformAdmin, type SignedIn } from '../session/guards.server';

export interface Entry {
  name: string;
  value: string;
}

export interface Configuration {
  flags: Entry[];
  /** Null unless platform admin. */
  settings: Entry[] | null;
}

type Setting = Exclude<keyof Env, 'flags' | 'production'>;

export const shownSettings = [
  'NODE_ENV',
  'GATEWAY_URL',
  'GATEWAY_DOMAIN',
  'GATEWAY_PORT',
  'PUBLIC_URL',
  'LANDING_URL',
  'DOCS_URL',
  'API_HOSTS',
  'GITHUB_CLIENT_ID',
  'GITHUB_URL',
  'FOOTER_LINKS',
  'INTERCOM_APP_ID',
  'FEATURE_FLAGS',
] as const satisfies readonly Setting[];

/** For the signed-in person, also while impersonating. */
export async function readConfiguration(signedIn: SignedIn): Promise<Configuration> {
  let isAdmin = await isPlatformAdmin(signedIn);
  return { flags: flagEntries(env), settings: isAdmin ? settingEntries(env) : null };
}

export function flagEntries({ flags }: Env): Entry[] {
  return Object.entries(flags).map(([name, value]) => ({ name, value: String(value) }));
}

/** URLs without credentials. */
export function settingEntries(from: Env): Entry[] {
  return shownSettings.map((name) => ({ name, value: shown(from[name]) }));
}

function shown(value: Env[(typeof shownSettings)[number]]): string {
  if (value === undefined || value === '') return 'not set';
  if (Array.isArray(value)) return value.join(', ') || 'not set';
  return withoutCredentials(String(value));
}

function withoutCredentials(text: string): string {
  if (!/^\w+:\/\//.test(text) || !URL.canParse(text)) return text;
  let url = new URL(text);
  let isPlain = !url.username && !url.password && !url.search;
  if (isPlain) return text;
  url.username = '';
  url.password = '';
  url.search = '';
  return url.href;
}
