/** Alert: no company requests a withdrawn version any more. */
import * as limits from 'contract/floor/limits';
import { majorNameOf } from 'contract/packages/major-versions';
import { packageVersionPath } from 'contract/floor/page-links';
import { dayMs } from 'contract/floor/time';
import type { WithdrawnVersionRow } from '../../floor/db/hosting-schema';
import { joinNames, pluralize } from '../wording';
import {
  limitFacts,
  noResult,
  alertSubject,
  alertMessage,
  sortVersions,
  type CheckContext,
  type AlertCheck,
} from './check';

const namedMax = 20;

/** Those withdrawn long enough ago that no company requested in the last days. */
export const withdrawnUnused: AlertCheck = async (context) => {
  let { packages, now } = context;
  let since = now - limits.withdrawnUnusedDays * dayMs;
  let old = packages.length > 0 ? await withdrawnBefore(context, since) : [];
  if (old.length === 0) return noResult;
  let requests = await requestsSince(context, since);
  let unused = new Map<string, Withdrawn>(
    old
      .map((row) => ({ ...row, requests: requests.get(`${row.package_id} ${row.version}`) }))
      .filter((row) => !row.requests?.isOfCompany)
      .map((row) => [`unused ${row.package_id} ${row.version} ${row.created_at}`, row] as const),
  );
  let messageFor = async (pending: readonly string[]) =>
    messageOf(
      context,
      pending.flatMap((key) => unused.get(key) ?? []),
    );
  return { keys: [...unused.keys()], messageFor };
};

type Withdrawn = WithdrawnVersionRow & { type: string; name: string; requests?: Requests | undefined };

async function withdrawnBefore({ records, owner, packages }: CheckContext, time: number): Promise<Withdrawn[]> {
  let ids = new Set(packages.map(({ id }) => id));
  let rows = await records
    .selectFrom('withdrawn_versions')
    .innerJoin('packages', 'packages.id', 'withdrawn_versions.package_id')
    .selectAll('withdrawn_versions')
    .select(['packages.type', 'packages.name'])
    .where('packages.owner_id', '=', owner.id)
    .where('withdrawn_versions.is_served', '=', 0)
    .where('withdrawn_versions.created_at', '<=', time)
    .orderBy('package_id')
    .orderBy('version')
    .execute();
  return rows.filter(({ package_id }) => ids.has(package_id));
}

interface Requests {
  total: number;
  isOfCompany: boolean;
}

/** Refused requests by package and version. A guessed company counts as one. */
async function requestsSince({ events, packages, rules, now }: CheckContext, from: number) {
  let rows = await events.aggregate({
    artifactType: 'refusal',
    artifactIds: packages.map(({ id }) => id),
    from,
    until: now + 1,
    rollup: 'total',
    breakdowns: ['by-version', 'by-company'],
    groupByArtifact: true,
    includeLowConfidence: true,
    uniques: 'none',
    ...rules,
  });
  let found = new Map<string, Requests>();
  for (let { artifactId, values, total } of rows)
    for (let version of [values.version ?? '', majorNameOf(values.version ?? '')]) {
      if (version === undefined) continue;
      let key = `${artifactId} ${version}`;
      let before = found.get(key) ?? { total: 0, isOfCompany: false };
      let isOfCompany = before.isOfCompany || Boolean(values.company_domain || values.company_name);
      found.set(key, { total: before.total + total, isOfCompany });
    }
  return found;
}

function messageOf(context: CheckContext, unused: readonly Withdrawn[]) {
  let sorted = sortVersions(unused.map((one) => ({ ...one, package: one.name })));
  let versions = sorted.map(({ package: name, version, requests }) => ({
    package: name,
    version,
    requests: requests?.total ?? 0,
  }));
  let { first, more } = limitFacts(versions);
  let [only] = unused.length === 1 ? unused : [];
  let total = versions.reduce((sum, { requests }) => sum + requests, 0);
  let named = joinNames(
    versions.map((one) => `${one.version} of ${one.package}`),
    namedMax,
  );
  return alertMessage(context, {
    title: only
      ? `${only.name}: no company requests withdrawn version ${only.version} any more`
      : `${alertSubject(context)}: no company requests ${versions.length} withdrawn versions any more`,
    sentences: [
      `No company has requested ${named} for ${limits.withdrawnUnusedDays} days.`,
      total === 0
        ? 'Others made none either.'
        : `Others, whose company is not known, made ${pluralize(total, 'request')} in these days.`,
    ],
    data: { versions: first, more },
    ...(only && { url: packageVersionPath(context.owner.name, only, only.version) }),
  });
}
