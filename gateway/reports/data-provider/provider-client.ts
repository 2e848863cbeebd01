/** HTTP client of a data provider. */
import { z } from 'zod';
import type { CompanyProfile } from 'contract/companies/companies';
import type { ProviderUsage } from 'contract/companies/data-providers';

export interface DataProviderOptions {
  /** Without a slash at its end. */
  url: string;
  /** Milliseconds; five seconds by default. */
  answerLimitMs?: number;
}

type AccountAnswer = { usage: ProviderUsage } | { refused: 'invalid-api-key' | 'invalid-account' | 'no-answer' };

/**
 * `unknown`: not found; `pending`: available later; `refused`: the account is not allowed to ask,
 * or has reached a limit; `no-answer`: anything else.
 */
export type CompanyAnswer = { profile: CompanyProfile } | { nothing: 'unknown' | 'pending' | 'refused' | 'no-answer' };

export interface ProviderClient {
  account(apiKey: string): Promise<AccountAnswer>;
  company(apiKey: string, domain: string): Promise<CompanyAnswer>;
}

const answerLimitMs = 5_000;
const textMax = 200;
const technologiesMax = 100;
const answerBytesMax = 256 * 1024;

const Account = z.object({
  plan: z.string().max(textMax).catch(''),
  used: z.number().nonnegative(),
  limit: z.number().nonnegative().nullable().default(null),
});

/** Untrusted text, cut to a maximum length; other types become an empty text. */
const ProviderText = z
  .string()
  .nullish()
  .catch('')
  .transform((v) => (v ?? '').trim().slice(0, textMax));

/** The name is required. */
const FoundCompany = z.object({
  name: z.string().transform((v) => v.trim().slice(0, textMax)),
  category: z.object({ industry: ProviderText }).nullish().catch(null),
  metrics: z.object({ employeesRange: ProviderText }).nullish().catch(null),
  geo: z.object({ city: ProviderText, country: ProviderText }).nullish().catch(null),
  linkedin: z.object({ handle: ProviderText }).nullish().catch(null),
  tech: z
    .array(ProviderText)
    .nullish()
    .catch(null)
    .transform((v) => (v ?? []).filter(Boolean).slice(0, technologiesMax)),
});

/** Its functions never reject. */
export function createProviderClient({
  url,
  answerLimitMs: limit = answerLimitMs,
}: DataProviderOptions): ProviderClient {
  async function ask(path: string, apiKey: string): Promise<{ status: number; body: unknown }> {
    let headers = { authorization: `Bearer ${apiKey}`, accept: 'application/json', 'user-agent': 'landfall' };
    try {
      let response = await fetch(url + path, { headers, redirect: 'error', signal: AbortSignal.timeout(limit) });
      if (response.status !== 200) await response.body?.cancel();
      return { status: response.status, body: response.status === 200 ? await bodyOf(response) : undefined };
    } catch {
      return { status: 0, body: undefined };
    }
  }

  return {
    async account(apiKey) {
      let { status, body } = await ask('/v1/account', apiKey);
      if (status === 401) return { refused: 'invalid-api-key' };
      if (status === 403) return { refused: 'invalid-account' };
      let account = Account.safeParse(body);
      return account.success ? { usage: account.data } : { refused: 'no-answer' };
    },
    async company(apiKey, domain) {
      let { status, body } = await ask(`/v2/companies/find?domain=${encodeURIComponent(domain)}`, apiKey);
      if (status === 404 || status === 422) return { nothing: 'unknown' };
      if (status === 202) return { nothing: 'pending' };
      if (status === 401 || status === 402 || status === 403 || status === 429) return { nothing: 'refused' };
      let found = FoundCompany.safeParse(body);
      return found.success ? { profile: profileOf(found.data) } : { nothing: 'no-answer' };
    },
  };
}

async function bodyOf(response: Response): Promise<unknown> {
  let parts: Uint8Array[] = [];
  let bytes = 0;
  for await (let part of response.body ?? []) {
    bytes += part.byteLength;
    if (bytes > answerBytesMax) throw new Error('The response is too large.');
    parts.push(part);
  }
  return JSON.parse(Buffer.concat(parts).toString('utf8'));
}

function profileOf({ name, category, metrics, geo, linkedin, tech }: z.output<typeof FoundCompany>): CompanyProfile {
  let handle = linkedin?.handle ?? '';
  return {
    name,
    industry: category?.industry ?? '',
    size: metrics?.employeesRange ?? '',
    city: geo?.city ?? '',
    country: geo?.country ?? '',
    // A handle is a path such as `company/acme`; anything else could link to another site.
    linkedin_url: /^[\w%-]+(\/[\w%.-]+)*\/?$/.test(handle) ? `https://www.linkedin.com/${handle}` : '',
    technologies: tech,
  };
}
