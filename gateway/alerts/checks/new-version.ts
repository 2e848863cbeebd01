/** Alert: a version is downloaded for the first time. */
import { dayMs, dayOf } from 'contract/floor/time';
import { joinNames } from '../wording';
import {
  limitFacts,
  lateMs,
  noResult,
  alertSubject,
  alertMessage,
  sortVersions,
  type CheckContext,
  type AlertCheck,
} from './check';

const namedMax = 20;

interface Version {
  artifactId: string;
  version: string;
}

/** Versions with downloads since the last check; earlier ones are marked as sent. */
export const newVersion: AlertCheck = async (context) => {
  let { packages, now, alert } = context;
  if (packages.length === 0) return noResult;
  let from = Math.max(0, Math.floor((alert.checked_until - lateMs) / dayMs) * dayMs);
  let named = await versionsWithin(context, from, (Math.floor(now / dayMs) + 1) * dayMs);
  let among = async (keys: readonly string[]) => {
    let before = from === 0 ? new Map<string, Version>() : await versionsWithin(context, 0, from);
    return keys.filter((key) => !before.has(key));
  };
  let messageFor = async (pending: readonly string[]) =>
    messageOf(
      context,
      pending.flatMap((key) => named.get(key) ?? []),
    );
  return { keys: [...named.keys()], news: { since: dayOf(from), among }, messageFor };
};

async function versionsWithin(
  { events, packages, rules }: CheckContext,
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

function messageOf(context: CheckContext, found: readonly Version[]) {
  let packages = new Map(context.packages.map((one) => [one.id, one]));
  let sorted = sortVersions(
    found.map(({ artifactId, version }) => {
      let { name = '', type = '' } = packages.get(artifactId) ?? {};
      return { package: name, type, version };
    }),
  );
  let versions = sorted.map((one) => ({ package: one.package, version: one.version }));
  let { first, more } = limitFacts(versions);
  let labels = versions.map((one) => `${one.version} of ${one.package}`);
  let title =
    versions.length === 1
      ? `${versions[0]!.package}: first download of ${versions[0]!.version}`
      : `${alertSubject(context)}: first downloads of ${versions.length} versions`;
  let verb = versions.length === 1 ? 'was' : 'were';
  return alertMessage(context, {
    title,
    sentences: [`${joinNames(labels, namedMax)} ${verb} downloaded for the first time.`],
    data: { versions: first, more },
  });
}
