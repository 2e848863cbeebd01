/** Fallback targets of packages, and how many downloads they served. */
import { fallbackTargetsApi } from 'contract/packages/fallback-targets';
import { greatest } from 'contract/floor/extremes';
import { dayMs, time, timeOrNull } from 'contract/floor/time';
import { fallbacksOf, firstTargets, setFallbacks } from '../../packages/fallback-targets';
import { packageById } from '../../packages/packages';
import { statesOf } from '../../packages/target-checks';
import { serve } from '../http/handler';

const reportedDays = 30;

export const fallbackTargetEndpoints = serve(fallbackTargetsApi, {
  async getFallbackTargets({ parts, owner, params }) {
    let { records, events, clock } = parts;
    let item = await packageById(records, owner.id, params.package_id);
    let until = (Math.floor(clock() / dayMs) + 1) * dayMs;
    let [first, targets, rows] = await Promise.all([
      firstTargets(records, item),
      fallbacksOf(records, item.id),
      events.aggregate({
        artifactType: 'package',
        artifactIds: [item.id],
        from: until - reportedDays * dayMs,
        until,
        rollup: 'total',
        breakdowns: ['by-fallback'],
        groupByArtifact: true,
        includeLowConfidence: true,
        uniques: 'none',
      }),
    ]);
    let states = await statesOf(records, [...first, ...targets]);
    let of = (reason: string) => rows.find(({ values }) => values.fallback === reason)?.total ?? 0;
    let last = greatest([0, ...rows.map(({ values, lastSeen }) => (values.fallback ? (lastSeen ?? 0) : 0))]);
    return {
      first,
      targets,
      states: [...states.values()].map(({ target, state, since }) => ({ target, state, since: time(since) })),
      downloads: { away: of('away'), rate_limit: of('rate-limit') },
      last_at: timeOrNull(last || null),
    };
  },

  async setFallbackTargets({ parts, owner, params, body, act }) {
    let item = await packageById(parts.records, owner.id, params.package_id);
    await setFallbacks({ ...parts, ...parts.packaging }, { owner, item }, body.targets, act);
    return undefined;
  },
});
