/** Companies of a range as CSV: one row each, or one per company and package or pixel. */
import { addPeriods } from 'contract/analytics/id-periods';
import { dayMs } from 'contract/floor/time';
import type { CompanyProfile } from 'contract/companies/companies';
import { FunnelStage } from 'contract/analytics/funnel-stages';
import { companyPackageColumns, companyPixelColumns, companyRollupColumns } from 'contract/companies/company-rollups';
import { companyPath } from 'contract/floor/page-links';
import type { CompanyArtifact } from '../events/shape/company';
import type { EventReader } from '../events/shape/store';
import {
  companyReason,
  artifactIdsOf,
  stagedCompanies,
  type StagedCompaniesQuery,
  type StagedCompany,
} from '../reports/funnel/companies';
import type { ArtifactWithImportance } from '../reports/conditions/artifact-importance';
import { firstEventsBefore } from '../reports/analytics/first-dates';
import { periodsText } from '../reports/analytics/unique-counts';
import { csvParts, csvText, inBatches, type FilePart } from '../floor/csv';

export interface RollupFile extends StagedCompaniesQuery {
  /** For links to the pages of companies. */
  owner: string;
  publicUrl: string;
  /** By domain. */
  profiles: ReadonlyMap<string, CompanyProfile>;
  isWanted: (company: StagedCompany) => boolean;
}

export async function* companyCsv(events: EventReader, file: RollupFile): AsyncGenerator<FilePart> {
  let companies = (await stagedCompanies(events, file)).filter(file.isWanted);
  yield* csvParts(
    companyRollupColumns,
    inBatches(companies, (company) => companyRow(file, company)),
  );
}

/** One row per company and package, or company and pixel. */
export async function* companyArtifactCsv(
  events: EventReader,
  file: RollupFile,
  kind: CompanyArtifact['artifactType'],
): AsyncGenerator<FilePart> {
  let { packageIds, pixelIds } = file.among ?? artifactIdsOf(file.artifacts);
  let isPackage = kind === 'package';
  let among = isPackage ? { packageIds, pixelIds: [] } : { packageIds: [], pixelIds };
  let artifactIds = [...(isPackage ? packageIds : pixelIds)];
  let listed = { artifactType: kind, artifactIds, groupByArtifact: true, breakdowns: ['by-company' as const] };
  let [companies, rows, firstBefore] = await Promise.all([
    stagedCompanies(events, { ...file, among }),
    events.companyArtifacts({ ...file, ...among }),
    artifactIds.length > 0 ? firstEventsBefore(events, { ...file, ...listed, rollup: 'total' }) : undefined,
  ]);
  let wanted = new Map(companies.filter(file.isWanted).map((one) => [one.counts.company, one]));
  let names = new Map((isPackage ? file.artifacts.packages : file.artifacts.pixels).map(({ id, name }) => [id, name]));
  let lines = rows.flatMap((row) => {
    let company = wanted.get(row.company);
    if (!company || !firstBefore) return [];
    let { artifactId, company: company_domain } = row;
    let firstSeen = Math.min(row.firstSeen, firstBefore({ artifactId, values: { company_domain } }));
    return [{ company, row: { ...row, firstSeen } }];
  });
  yield* csvParts(
    isPackage ? companyPackageColumns : companyPixelColumns,
    inBatches(lines, ({ company, row }) => artifactRow(file, company, row, names.get(row.artifactId) ?? '')),
  );
}

/** In the order of `companyRollupColumns`. */
function companyRow(file: RollupFile, { counts, funnel }: StagedCompany): unknown[] {
  return [
    csvText(counts.name),
    csvText(counts.domain),
    funnel.stage,
    counts.downloads + counts.views,
    counts.downloads,
    addPeriods(counts.uniques, 'downloads'),
    counts.views,
    addPeriods(counts.uniques, 'views'),
    addPeriods(counts.uniques, 'sources'),
    iso(counts.firstSeen),
    iso(counts.lastSeen),
    ...profileCells(file.profiles.get(counts.domain)),
    csvText(counts.country),
    csvText(counts.state),
    ...FunnelStage.options.map((stage) => startOf(funnel, stage)),
    pageOf(file, counts.company),
    totals(counts.byPackage, file.artifacts.packages),
    totals(counts.byPixel, file.artifacts.pixels),
    reasonIn(file, counts),
    csvText(periodsText(counts.uniques)),
  ];
}

/** In the order of `companyPackageColumns` and `companyPixelColumns`. */
function artifactRow(
  file: RollupFile,
  { counts, funnel }: StagedCompany,
  row: CompanyArtifact,
  name: string,
): unknown[] {
  return [
    csvText(counts.name),
    csvText(counts.domain),
    funnel.stage,
    csvText(name),
    row.artifactId,
    row.total,
    addPeriods(row.uniques, 'sources'),
    iso(row.firstSeen),
    iso(row.lastSeen),
    csvText(counts.country),
    csvText(counts.state),
    pageOf(file, counts.company),
    reasonIn(file, counts),
    csvText(periodsText(row.uniques)),
  ];
}

/** LinkedIn page, industry and size. */
function profileCells(profile: CompanyProfile | undefined): string[] {
  return [profile?.linkedin_url ?? '', profile?.industry ?? '', profile?.size ?? ''].map(csvText);
}

function pageOf({ publicUrl, owner }: RollupFile, company: string): string {
  return publicUrl + companyPath(owner, company);
}

function reasonIn({ corrections }: RollupFile, counts: StagedCompany['counts']): string {
  return csvText(companyReason(counts, corrections));
}

function iso(time: number): string {
  return new Date(time).toISOString();
}

function startOf({ starts }: StagedCompany['funnel'], stage: FunnelStage): string {
  let day = starts[stage];
  return day === undefined ? '' : iso(day * dayMs).slice(0, 10);
}

/** `name=count&name=count`, highest first. */
function totals(counts: Map<string, number>, artifacts: ArtifactWithImportance[]): string {
  let parts = artifacts
    .map(({ id, name }) => ({ name, count: counts.get(id) ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
    .map(({ name, count }) => `${encodeURIComponent(name)}=${count}`);
  return csvText(parts.join('&'));
}
