/**
 * Providers of data about companies: an owner switches one on with the key of their own account
 * there.
 */
import { z } from 'zod';
import { keysOf } from '../floor/keys-of';
import { ApiKeyText } from '../rules/fields';
import { route } from '../rules/route';

export const providerNames = { clearbit: 'Clearbit' } as const;

const ProviderId = z.enum(keysOf(providerNames));
export type ProviderId = z.infer<typeof ProviderId>;

export const DataProvider = z.object({
  provider: ProviderId,
  name: z.string(),
  is_enabled: z.boolean(),
  /** When the key was saved last; null while it is off. */
  key_saved_at: z.string().datetime().nullable(),
});
export type DataProvider = z.infer<typeof DataProvider>;

/** Lookups in the current billing period, as the provider counts them. */
export const ProviderUsage = z.object({ plan: z.string(), used: z.number(), limit: z.number().nullable() });
export type ProviderUsage = z.infer<typeof ProviderUsage>;

export const ApiKey = z.object({
  api_key: ApiKeyText,
});

const providers = { tag: 'Data providers' } as const;
const OwnerParams = z.object({ owner: z.string() });
const ProviderParams = OwnerParams.extend({ provider: ProviderId });
const path = '/internal/data-providers/{owner}/{provider}';

export const dataProvidersApi = {
  getDataProviders: route({
    ...providers,
    id: 'getDataProviders',
    method: 'GET',
    path: '/internal/data-providers/{owner}',
    summary: 'List configured data providers, and whether the owner uses them',
    access: 'read',
    params: OwnerParams,
    answer: z.object({ results: z.array(DataProvider) }),
    errors: ['owner-not-found'],
  }),

  enableDataProvider: route({
    ...providers,
    id: 'enableDataProvider',
    method: 'PUT',
    path,
    summary: 'Connect a data provider with an API key, or change the key; the key is checked',
    access: 'write',
    params: ProviderParams,
    body: ApiKey,
    answer: DataProvider,
    errors: [
      'owner-not-found',
      'data-provider-not-found',
      'api-key-is-required',
      'invalid-api-key',
      'invalid-account',
      'missing-billing-email',
      'unable-to-create-account',
    ],
  }),

  disableDataProvider: route({
    ...providers,
    id: 'disableDataProvider',
    method: 'DELETE',
    path,
    summary: 'Disconnect a data provider; deletes its key and company profiles',
    access: 'write',
    params: ProviderParams,
    errors: ['owner-not-found', 'data-provider-not-found'],
  }),

  getDataProviderUsage: route({
    ...providers,
    id: 'getDataProviderUsage',
    method: 'GET',
    path: '/internal/data-providers/{owner}/{provider}/usage',
    summary: 'Get the usage of a connected data provider',
    access: 'write',
    params: ProviderParams,
    answer: ProviderUsage,
    errors: [
      'owner-not-found',
      'data-provider-not-found',
      'invalid-api-key',
      'invalid-account',
      'data-provider-did-not-answer',
    ],
  }),
};
