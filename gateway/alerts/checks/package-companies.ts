/** A person's rule: a company reaches a number of downloads of a package for the first time. */
import type { CompanyCounts } from '../../events/shape/company';
import { alertCompanyKey } from '../../floor/db/alert-schema';
import { pendingKeys } from '../sent-alerts';
import { alertMessage, lateMs, limitFacts, noResult, type AlertCheck, type CheckContext } from './check';

/**
 * Checks the companies that came since the last check. The others had reached the number when the
 * person switched the rule on, and are known from then on.
 */
export const packageCompanies: AlertCheck = async (context) => {
  let { alert, packages, settings, now } = context;
  let [item] = packages;
  if (!item) return noResult;
  let came = (await visitors(context, alert.checked_until - lateMs)).get(item.id) ?? [];
  let unknown = await pendingKeys(context.records, alert.id, came.map(alertCompanyKey));
  if (unknown.size === 0) return noResult;
  let reachedBy = async (until: number) =>
    new Map(
      (await countsUntil(context, item.id, until))
        .filter(({ downloads }) => downloads >= settings.downloads)
        .map((one) => [alertCompanyKey(one.company), one]),
    );
  let reached = await reachedBy(now);
  let among = async (keys: readonly string[]) => {
    let before = await reachedBy(alert.created_at);
    // A company with deleted events is not new.
    let firsts = await context.events.firstDates(downloadsOf(context, [item.id]));
    let wasSeen = (key: string) => (firsts.get(reached.get(key)?.company ?? '') ?? now) < alert.created_at;
    return keys.filter((key) => !before.has(key) && !wasSeen(key));
  };
  let messageFor = async (pending: readonly string[]) =>
    messageOf(
      context,
      pending.flatMap((key) => reached.get(key) ?? []),
    );
  return { keys: [...unknown].filter((key) => reached.has(key)), news: { among }, messageFor };
};

function downloadsOf({ rules }: CheckContext, packageIds: readonly string[]) {
  return { packageIds, pixelIds: [], includeLowConfidence: false, ...rules };
}

/**
 * The companies of each package of the owner; one query for all rules that were checked together.
 */
function visitors(context: CheckContext, from: number): Promise<Map<string, string[]>> {
  let ids = context.artifacts.packages.map(({ id }) => id);
  return context.once(`visitors ${from}`, async () => {
    let found = await context.events.companies({ ...downloadsOf(context, ids), from, until: context.now });
    let byPackage = new Map<string, string[]>(ids.map((id) => [id, []]));
    for (let { company, byPackage: counts } of found) for (let id of counts.keys()) byPackage.get(id)?.push(company);
    return byPackage;
  });
}

/** Several people may have a rule for one package. */
function countsUntil(context: CheckContext, packageId: string, until: number): Promise<CompanyCounts[]> {
  return context.once(`companies ${packageId} ${until}`, () =>
    context.events.companies({ ...downloadsOf(context, [packageId]), from: 0, until }),
  );
}

function messageOf(context: CheckContext, companies: readonly CompanyCounts[]) {
  let facts = companies
    .toSorted((a, b) => b.downloads - a.downloads)
    .map(({ company, name, downloads }) => ({ company, name: name || company, downloads }));
  let { first, more } = limitFacts(facts);
  let title = `New companies of ${context.packages[0]?.name}`;
  return alertMessage(context, { title, sentences: [], data: { companies: first, more } });
}
