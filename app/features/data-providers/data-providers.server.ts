import { dataProvidersApi, type DataProvider } from 'contract/companies/data-providers';
import { formatInteger } from '../../ui/numbers';
import { env } from '../../config/env.server';
import type { Call } from '../../gateway/gateway-client.server';
import { secondary } from '../../gateway/secondary.server';

export type ProviderLine = Awaited<ReturnType<typeof providersOf>>[number];

/** None if they cannot be read. */
export function readProviders(call: Call, owner: string, mayChange: boolean): Promise<ProviderLine[]> {
  return secondary(providersOf(call, owner, mayChange), []);
}

/** Usage needs the flag, and permission to change the provider. */
async function providersOf(call: Call, owner: string, mayChange: boolean) {
  let { results } = await call(dataProvidersApi.getDataProviders, { params: { owner } });
  let seesUsage = env.flags.showClearbitUsageLimit && mayChange;
  return Promise.all(
    results.map(async (one) => ({
      ...one,
      usage: seesUsage && one.is_enabled ? await usageWords(call, owner, one) : '',
      mayChangeKey: env.flags.showUpdateClearbitToken && mayChange && one.is_enabled,
    })),
  );
}

/** Empty if the provider does not respond. */
async function usageWords(call: Call, owner: string, { provider }: DataProvider): Promise<string> {
  try {
    let { plan, used, limit } = await call(dataProvidersApi.getDataProviderUsage, { params: { owner, provider } });
    let of = limit === null ? formatInteger(used) : `${formatInteger(used)} of ${formatInteger(limit)}`;
    return `${of} lookups used in this period${plan && ` (plan ${plan})`}`;
  } catch (thrown) {
    if (thrown instanceof Response && thrown.status >= 400) return 'The provider does not report usage.';
    throw thrown;
  }
}
