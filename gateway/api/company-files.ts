/** Companies as CSV: the events of one, and a line for each of a range. */
import { stringify } from 'csv-stringify/sync';
import { companyRollupColumns, FunnelStage, type CompanyProfile } from 'contract/companies';
import { companyPath } from 'contract/page-links';
import { stagedCompanies, type Staged } from '../funnel/companies';
import { filtersFor } from '../records/filters';
import { packageNames } from '../records/packages';
import { pixelNames } from '../records/pixels';
import { weighedArtifacts, type Weighed } from '../records/weighed';
import { companyOf } from './companies';
import { csvHeaders, csvText, eventCsv, exportRange } from './event-csv';
import { Streamed, type Handlers } from './handler';
import { dayOf } from './range';

const dayMs = 86_400_000;

export const companyFileHandlers = {
  async exportEntityCompanyEvents({ parts, owner, params, query }) {
    await companyOf(parts, owner, params.domain, true);
    let [packages, pixels] = await Promise.all([
      packageNames(parts.records, owner.id),
      pixelNames(parts.records, owner.id),
    ]);
    let sources = [
      { artifactType: 'package' as const, names: packages },
      { artifactType: 'tracking-pixel' as const, names: pixels },
    ];
    let title = `company-${owner.name}-${params.domain}`;
    return eventCsv(parts, { sources, title, company: params.domain }, query);
  },

  async exportCompanyRollup({ parts, owner, query }) {
    let now = parts.clock();
    let range = exportRange(query, now);
    let artifacts = await weighedArtifacts(parts.records, owner.id);
    let filters = await filtersFor(parts.records, owner.id);
    let asked = { ...range, artifacts, filters, includeLowConfidence: query.include_low_confidence, now };
    let companies = await stagedCompanies(parts.events, asked);
    let profiles = await parts.companyData.profiles(owner.id);
    let pageOf = (company: string) => parts.publicUrl + companyPath(owner.name, company);
    let rows = companies.map(({ counts, funnel }) => [
      csvText(counts.name),
      csvText(counts.domain),
      funnel.stage,
      counts.downloads + counts.views,
      counts.downloads,
      counts.uniqueDownloads,
      counts.views,
      counts.uniqueViews,
      counts.uniqueSources,
      new Date(counts.firstSeen).toISOString(),
      new Date(counts.lastSeen).toISOString(),
      ...said(profiles.get(counts.domain)),
      counts.country,
      counts.state,
      ...stagesInOrder.map((stage) => startOf(funnel, stage)),
      pageOf(counts.company),
      totals(counts.byPackage, artifacts.packages),
      totals(counts.byPixel, artifacts.pixels),
    ]);
    let text = stringify([companyRollupColumns as unknown as string[], ...rows]);
    return new Streamed(whole(text), csvHeaders(`company-rollup-${owner.name}`, range));
  },
} satisfies Partial<Handlers>;

/** Page on LinkedIn, industry and size, where a data provider has said them. */
function said(profile: CompanyProfile | undefined): string[] {
  return [profile?.linkedin_url ?? '', profile?.industry ?? '', profile?.size ?? ''].map(csvText);
}

const stagesInOrder = FunnelStage.options;

function startOf({ starts }: Staged['funnel'], stage: FunnelStage): string {
  let day = starts[stage];
  return day === undefined ? '' : dayOf(day * dayMs);
}

/** `name=count&name=count`, the highest first. */
function totals(counts: Map<string, number>, artifacts: Weighed[]): string {
  let parts = artifacts
    .map(({ id, name }) => ({ name, count: counts.get(id) ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
    .map(({ name, count }) => `${encodeURIComponent(name)}=${count}`);
  return csvText(parts.join('&'));
}

async function* whole(text: string): AsyncGenerator<string> {
  yield text;
}
