/** Versions that are downloaded for the first time. */
import { dayMs } from 'contract/time';
import { listed } from '../../notifications/words';
import { lateMs, nothing, subjectOf, toldBy, type Asked, type Check } from './check';

const namedMax = 20;

/** Versions with downloads since the last look; those that came before are told already. */
export const newVersion: Check = async (asked) => {
  let { events, packages, rules, now, alert } = asked;
  if (packages.length === 0) return nothing;
  let rows = await events.aggregate({
    artifactType: 'package',
    artifactIds: packages.map(({ id }) => id),
    from: Math.max(0, Math.floor((alert.checked_until - lateMs) / dayMs) * dayMs),
    until: (Math.floor(now / dayMs) + 1) * dayMs,
    rollup: 'total',
    breakdowns: ['by-version'],
    groupByArtifact: true,
    includeLowConfidence: true,
    ...rules,
  });
  let named = new Map<string, { artifactId: string; version: string }>(
    rows.flatMap(({ artifactId = '', values: { version = '' } }) =>
      version === '' ? [] : [[`version ${artifactId} ${version}`, { artifactId, version }] as const],
    ),
  );
  let tell = async (fresh: readonly string[]) =>
    told(
      asked,
      fresh.flatMap((key) => named.get(key) ?? []),
    );
  return { keys: [...named.keys()], tell };
};

function told(asked: Asked, fresh: readonly { artifactId: string; version: string }[]) {
  let names = new Map(asked.packages.map(({ id, name }) => [id, name]));
  let versions = fresh.map(({ artifactId, version }) => ({ package: names.get(artifactId) ?? '', version }));
  let words = versions.map((one) => `${one.version} of ${one.package}`);
  let title =
    versions.length === 1
      ? `${versions[0]!.package}: first download of ${versions[0]!.version}`
      : `${subjectOf(asked)}: first downloads of ${versions.length} versions`;
  let verb = versions.length === 1 ? 'was' : 'were';
  return toldBy(asked, {
    title,
    sentences: [`${listed(words, namedMax)} ${verb} downloaded for the first time.`],
    data: { versions },
  });
}
