/** Alert: the registry or target of a package with fallbacks is away. */
import { dayOf, time } from 'contract/floor/time';
import { fallbacksPath } from 'contract/floor/page-links';
import { packagesWithFallbacks } from '../../packages/fallback-targets';
import { statesOf } from '../../packages/target-checks';
import { formatDay, joinNames } from '../wording';
import { limitFacts, noResult, alertSubject, alertMessage, type CheckContext, type AlertCheck } from './check';

const namedMax = 20;

interface Away {
  package: string;
  type: string;
  target: string;
  since: number;
  /** The fallback that downloads go to; null if none works. */
  fallback: string | null;
}

/** At most one message a day for each package, because a target may come and go. */
export const targetAway: AlertCheck = async (context) => {
  let found = new Map<string, Away>();
  for (let { id, away } of await awayPackages(context)) found.set(`away ${id} ${dayOf(away.since)}`, away);
  if (found.size === 0) return noResult;
  let messageFor = async (pending: readonly string[]) =>
    messageOf(
      context,
      pending.flatMap((key) => found.get(key) ?? []),
    );
  return { keys: [...found.keys()], messageFor };
};

async function awayPackages({ records, packages, owner }: CheckContext): Promise<{ id: string; away: Away }[]> {
  let watched = new Set(packages.map(({ id }) => id));
  let all = (await packagesWithFallbacks(records, owner.id)).filter(({ item }) => watched.has(item.id));
  let states = await statesOf(records, [...new Set(all.flatMap(({ first, fallbacks }) => [...first, ...fallbacks]))]);
  return all.flatMap(({ item, first, fallbacks }) => {
    let target = first.find((one) => states.get(one)?.state === 'away');
    if (target === undefined) return [];
    let fallback = fallbacks.find((one) => (states.get(one)?.state ?? 'works') === 'works') ?? null;
    let since = states.get(target)!.since;
    return [{ id: item.id, away: { package: item.name, type: item.type, target, since, fallback } }];
  });
}

function messageOf(context: CheckContext, found: readonly Away[]) {
  let facts = found.map(({ package: name, target, since, fallback }) => ({
    package: name,
    target,
    since: time(since),
    fallback,
  }));
  let { first, more } = limitFacts(facts);
  let [only] = found.length === 1 ? found : [];
  return alertMessage(context, {
    title: only
      ? `${only.package}: ${only.target} is unreachable`
      : `${alertSubject(context)}: the registries or file hosts of ${found.length} packages are unreachable`,
    sentences: only
      ? [sentenceOf(only)]
      : [
          `Packages: ${joinNames(
            found.map((one) => one.package),
            namedMax,
          )}.`,
          ...found.slice(0, namedMax).map(sentenceOf),
        ],
    data: { targets: first, more },
    ...(only && { url: fallbacksPath(context.owner.name, { type: only.type, name: only.package }) }),
  });
}

function sentenceOf({ package: name, target, since, fallback }: Away): string {
  let at = `${new Date(since).toISOString().slice(11, 16)} (UTC) on ${formatDay(since)}`;
  let next = fallback ? `Downloads of ${name} go to ${fallback}.` : `No fallback of ${name} works either.`;
  return `${target} has been down since ${at}. ${next}`;
}
