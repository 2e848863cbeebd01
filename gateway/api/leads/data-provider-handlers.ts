/** Data providers of an owner: switching on with a valid key, usage, switching off. */
import { dataProvidersApi, providerNames, type DataProvider } from 'contract/companies/data-providers';
import { time } from 'contract/floor/time';
import { providerOf, removeProvider, saveProvider } from '../../reports/data-provider/provider-records';
import { organizationById } from '../../people/organizations/organizations';
import type { DataProviderRow } from '../../floor/db/schema';
import type { OwnerRow } from '../../floor/db/account-schema';
import { ApiError } from '../../floor/calls/api-error';
import type { Services } from '../http/services';
import { serve } from '../http/handler';

export const dataProviderEndpoints = serve(dataProvidersApi, {
  async getDataProviders({ parts, owner }) {
    if (!parts.outside.dataProvider.isAvailable) return { results: [] };
    return { results: [present(await providerOf(parts.records, owner.id))] };
  },

  async enableDataProvider({ parts, owner, params, body, act }) {
    requireProvider(parts);
    await requireBillingEmail(parts, owner);
    await parts.outside.dataProvider.checkKey(body.api_key);
    let sealedKey = parts.outside.dataProvider.seal(body.api_key, owner.id);
    return present(await saveProvider(parts.records, owner, { provider: params.provider, sealedKey }, act));
  },

  async disableDataProvider({ parts, owner, act }) {
    requireProvider(parts);
    await removeProvider(parts.records, owner, act);
    return undefined;
  },

  async getDataProviderUsage({ parts, owner }) {
    requireProvider(parts);
    return parts.outside.dataProvider.usage(owner.id);
  },
});

function requireProvider({ outside }: Services): void {
  if (!outside.dataProvider.isAvailable) throw new ApiError('data-provider-not-found');
}

/** The provider bills the organization; a person always has an address. */
async function requireBillingEmail({ records }: Services, owner: OwnerRow): Promise<void> {
  if (owner.kind !== 'organization') return;
  let { billing_email } = await organizationById(records, owner.id);
  if (!billing_email) throw new ApiError('missing-billing-email');
}

function present(row: DataProviderRow | undefined): DataProvider {
  let provider = row?.provider ?? 'clearbit';
  return {
    provider,
    name: providerNames[provider],
    is_enabled: row !== undefined,
    key_saved_at: row ? time(row.key_saved_at) : null,
  };
}
