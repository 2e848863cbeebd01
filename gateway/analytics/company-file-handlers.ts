/** Companies as CSV: the events of one, and the rollups of a range. */
import type { CompanyRollupQuery } from 'contract/company-rollups';
import type { ErrorCode } from 'contract/errors';
import { companyArtifactParts, companyParts, type RollupFile } from '../exports/rollup-file';
import { eventFilters } from '../funnel/filters';
import { packageNames } from '../packages/packages';
import { pixelNames } from '../packages/pixels';
import type { OwnerTable } from '../db/schema';
import { weighedArtifacts, type Weighed } from './artifact-importance';
import { Refusal } from '../refusal';
import { companyOf } from './company-handlers';
import { isNamedLike } from './company-list';
import { csvAnswer, eventCsv, exportRange } from './event-csv';
import type { ApiParts, Handlers } from '../http/handler';

export const companyFileHandlers = {
  async exportEntityCompanyEvents({ parts, owner, params, query }) {
    await companyOf(parts, owner, params.domain, { include_low_confidence: true, filter_id: query.filter_id });
    let [packages, pixels] = await Promise.all([
      packageNames(parts.records, owner.id),
      pixelNames(parts.records, owner.id),
    ]);
    let sources = [
      { artifactType: 'package' as const, names: packages },
      { artifactType: 'tracking-pixel' as const, names: pixels },
    ];
    let title = `company-${owner.name}-${params.domain}`;
    return eventCsv(parts, owner, { sources, title, company: params.domain }, query);
  },

  async exportCompanyRollup({ parts, owner, query }) {
    let file = await rollupFile(parts, owner, query);
    return csvAnswer(companyParts(parts.events, file), `company-rollup-${owner.name}`, file);
  },

  async exportCompanyPackageRollup({ parts, owner, query }) {
    let file = await rollupFile(parts, owner, query);
    let lines = companyArtifactParts(parts.events, file, 'package');
    return csvAnswer(lines, `company-packages-${owner.name}`, file);
  },

  async exportCompanyPixelRollup({ parts, owner, query }) {
    let file = await rollupFile(parts, owner, query);
    let lines = companyArtifactParts(parts.events, file, 'tracking-pixel');
    return csvAnswer(lines, `company-pixels-${owner.name}`, file);
  },
} satisfies Partial<Handlers>;

async function rollupFile(parts: ApiParts, owner: OwnerTable, query: CompanyRollupQuery): Promise<RollupFile> {
  let { records, companyData, clock, publicUrl } = parts;
  let now = clock();
  let range = exportRange(query, now);
  let [artifacts, filters, profiles] = await Promise.all([
    weighedArtifacts(records, owner.id),
    eventFilters(parts, owner.id, query.filter_id),
    companyData.profiles(owner.id),
  ]);
  let hasName = isNamedLike(query.search);
  let stages = query.funnel_stage;
  return {
    ...range,
    artifacts,
    among: {
      packageIds: chosen(query.package_id, artifacts.packages, 'package-not-found', 'package_id'),
      pixelIds: chosen(query.tracking_pixel_id, artifacts.pixels, 'pixel-not-found', 'tracking_pixel_id'),
    },
    filters,
    includeLowConfidence: query.include_low_confidence,
    now,
    owner: owner.name,
    publicUrl,
    profiles,
    isWanted: ({ counts, funnel }) =>
      hasName(counts.name, counts.domain) && (stages.length === 0 || stages.includes(funnel.stage)),
  };
}

/** All of them when nothing is said. */
function chosen(asked: string[], known: Weighed[], missing: ErrorCode, field: string): string[] {
  if (asked.length === 0 || asked.includes('all')) return known.map(({ id }) => id);
  let ids = asked.filter((id) => id !== 'none');
  if (ids.some((id) => !known.some((one) => one.id === id))) throw new Refusal(missing, field);
  return ids;
}
