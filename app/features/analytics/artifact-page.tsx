/** The short report of one package or pixel. */
import type { ReactNode } from 'react';
import { BarList } from '../../charts/bar-list';
import type { Bar } from '../../charts/geometry.server';
import type { ListTable } from '../../charts/table-sort.server';
import { uniqueLabels } from '../../text/labels';
import { LinkButton } from '../../ui/button';
import { Card } from '../../ui/card';
import { EmptyState } from '../../ui/empty-state';
import { PackageIcon } from '../../ui/package-icon';
import { MissingPart } from '../../ui/part';
import type { ArtifactReport } from './artifact-report.server';
import { CompanyTable } from './company-table';
import type { ReportArtifact } from './report-params.server';
import { ReportHead } from './report-summary';
import { SpikesCard } from './spikes';
import type { OverviewData } from './overview-data.server';
import type { RenderedReport } from './report-summary.server';
import type { DrawnLinks } from './total-cards.server';

interface ArtifactPageProps {
  artifact: Pick<ReportArtifact, 'type'>;
  report: Omit<ArtifactReport, 'overview'> & { overview: RenderedReport<OverviewData> };
  note: ReactNode;
  drawn: DrawnLinks;
  /** Where it is explained how downloads or views arrive. */
  setup: string;
  /** The title, tools, filters and notes. */
  children: ReactNode;
}

export function ArtifactPage({ artifact: { type }, report, note, drawn, setup, children }: ArtifactPageProps) {
  let isPixel = type === 'pixel';
  let counted: keyof typeof uniqueLabels = isPixel ? 'Views' : 'Downloads';
  if (!report.overview.hasEvents)
    return (
      <>
        {children}
        <EmptyState
          title={`No ${counted.toLowerCase()} in this period`}
          icon={<PackageIcon type={type} decorative className="size-10" />}
          action={<LinkButton to={setup}>Set up</LinkButton>}
        >
          {isPixel ? 'Every view of the pixel shows up here.' : 'Every download through the gateway shows up here.'}
        </EmptyState>
      </>
    );
  return (
    <>
      {children}
      <ReportHead figures={report.overview} note={note} drawn={drawn} />
      {report.overview.spikes && <SpikesCard spikes={report.overview.spikes} />}
      <div className="grid gap-5 lg:grid-cols-2">
        {report.versions !== null && (
          <Summary nameLabel="Version" counted={counted} bars={report.versions} table={report.versionTable} />
        )}
        <Summary nameLabel="Country" counted={counted} bars={report.countries} table={report.countryTable} />
      </div>
      <CompanyTable companies={report.overview.companies} withDownloads={!isPixel} withViews={isPixel} />
    </>
  );
}

interface SummaryProps {
  nameLabel: string;
  counted: keyof typeof uniqueLabels;
  bars: readonly Bar[] | undefined;
  table: ListTable;
}

function Summary({ nameLabel, counted, bars, table }: SummaryProps) {
  let title = `${counted} by ${nameLabel.toLowerCase()}`;
  if (!bars) return <MissingPart title={title} />;
  return (
    <Card title={title}>
      {bars.length === 0 ? (
        <p className="text-sm text-muted">No data for this period.</p>
      ) : (
        <BarList
          bars={bars}
          title={title}
          nameLabel={nameLabel}
          valueLabel={counted}
          innerLabel={uniqueLabels[counted]}
          table={table}
        />
      )}
    </Card>
  );
}
