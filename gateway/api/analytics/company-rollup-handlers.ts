/** Companies as CSV: the rollups of a range. */
import { companyRollupsApi, type CompanyRollupQuery } from 'contract/companies/company-rollups';
import type { ErrorCode } from 'contract/rules/errors';
import { companyArtifactCsv, companyCsv, type RollupFile } from '../../exports/rollup-file';
import { excludeAudiences } from '../../events/query/filter';
import { eventRules } from '../../reports/funnel/event-rules';
import type { OwnerRow } from '../../floor/db/account-schema';
import { artifactsWithImportance, type ArtifactWithImportance } from '../../reports/conditions/artifact-importance';
import { ApiError } from '../../floor/calls/api-error';
import { isNamedLike } from '../../reports/analytics/company-list';
import { exportRange } from '../../reports/analytics/time-range';
import { fileResponse } from '../http/file-responses';
import type { Services } from '../http/services';
import { serve } from '../http/handler';

export const companyRollupEndpoints = serve(companyRollupsApi, {
  async exportCompanyRollup({ parts, owner, query }) {
    let file = await rollupFile(parts, owner, query);
    return fileResponse(companyCsv(parts.events, file), `company-rollup-${owner.name}`, file, zoneOf(query));
  },

  async exportCompanyPackageRollup({ parts, owner, query }) {
    let file = await rollupFile(parts, owner, query);
    let lines = companyArtifactCsv(parts.events, file, 'package');
    return fileResponse(lines, `company-packages-${owner.name}`, file, zoneOf(query));
  },

  async exportCompanyPixelRollup({ parts, owner, query }) {
    let file = await rollupFile(parts, owner, query);
    let lines = companyArtifactCsv(parts.events, file, 'tracking-pixel');
    return fileResponse(lines, `company-pixels-${owner.name}`, file, zoneOf(query));
  },
});

function zoneOf({ time_zone: zone }: CompanyRollupQuery) {
  return { zone };
}

async function rollupFile(parts: Services, owner: OwnerRow, query: CompanyRollupQuery): Promise<RollupFile> {
  let { records, outside, clock, publicUrl } = parts;
  let now = clock();
  let range = exportRange(query, now);
  let [artifacts, rules, profiles] = await Promise.all([
    artifactsWithImportance(records, owner.id),
    eventRules(parts, owner.id, query, query.include_low_confidence),
    outside.dataProvider.profiles(owner.id),
  ]);
  for (let one of excludeAudiences(query.exclude_audience)) rules.filters.push(one);
  let hasName = isNamedLike(query.search);
  let stages = query.funnel_stage;
  return {
    ...range,
    artifacts,
    among: {
      packageIds: chosen(query.package_id, artifacts.packages, 'package-not-found', 'package_id'),
      pixelIds: chosen(query.tracking_pixel_id, artifacts.pixels, 'pixel-not-found', 'tracking_pixel_id'),
    },
    ...rules,
    includeLowConfidence: query.include_low_confidence,
    now,
    owner: owner.name,
    publicUrl,
    profiles,
    isWanted: ({ counts, funnel }) =>
      hasName(counts.name, counts.domain) && (stages.length === 0 || stages.includes(funnel.stage)),
  };
}

/** All of them by default. */
function chosen(asked: string[], known: ArtifactWithImportance[], missing: ErrorCode, field: string): string[] {
  if (asked.length === 0 || asked.includes('all')) return known.map(({ id }) => id);
  let ids = asked.filter((id) => id !== 'none');
  if (ids.some((id) => !known.some((one) => one.id === id))) throw new ApiError(missing, field);
  return ids;
}
