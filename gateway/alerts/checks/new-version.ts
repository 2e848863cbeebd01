/** Versions that are downloaded for the first time. */
import { dayMs, dayOf } from 'contract/shared/time';
import { listed } from '../notifications/words';
import { firstOf, lateMs, nothing, subjectOf, toldBy, type Asked, type Check } from './check';

const namedMax = 20;

interface Version {
  artifactId: string;
  version: string;
}

/** Versions with downloads since the last look; those that came before are told already. */
export const newVersion: Check = async (asked) => {
  let { packages, now, alert } = asked;
  if (packages.length === 0) return nothing;
  let from = Math.max(0, Math.floor((alert.checked_until - lateMs) / dayMs) * dayMs);
  let named = await versionsWithin(asked, from, (Math.floor(now / dayMs) + 1) * dayMs);
  let among = async (keys: readonly string[]) => {
    let before = from === 0 ? new Map<string, Version>() : await versionsWithin(asked, 0, from);
    return keys.filter((key) => !before.has(key));
  };
  let tell = async (fresh: readonly string[]) =>
    told(
      asked,
      fresh.flatMap((key) => named.get(key) ?? []),
    );
  return { keys: [...named.keys()], news: { since: dayOf(from), among }, tell };
};

/** Versions with downloads in a range, by their keys. */
async function versionsWithin(
  { events, packages, rules }: Asked,
  from: number,
  until: number,
): Promise<Map<string, Version>> {
  let rows = await events.aggregate({
    artifactType: 'package',
    artifactIds: packages.map(({ id }) => id),
    from,
    until,
    rollup: 'total',
    breakdowns: ['by-version'],
    groupByArtifact: true,
    includeLowConfidence: true,
    uniques: 'none',
    ...rules,
  });
  return new Map(
    rows.flatMap(({ artifactId = '', values: { version = '' } }) =>
      version === '' ? [] : [[`version ${artifactId} ${version}`, { artifactId, version }] as const],
    ),
  );
}

function told(asked: Asked, fresh: readonly Version[]) {
  let names = new Map(asked.packages.map(({ id, name }) => [id, name]));
  let versions = fresh.map(({ artifactId, version }) => ({ package: names.get(artifactId) ?? '', version }));
  let { first, more } = firstOf(versions);
  let words = versions.map((one) => `${one.version} of ${one.package}`);
  let title =
    versions.length === 1
      ? `${versions[0]!.package}: first download of ${versions[0]!.version}`
      : `${subjectOf(asked)}: first downloads of ${versions.length} versions`;
  let verb = versions.length === 1 ? 'was' : 'were';
  return toldBy(asked, {
    title,
    sentences: [`${listed(words, namedMax)} ${verb} downloaded for the first time.`],
    data: { versions: first, more },
  });
}
