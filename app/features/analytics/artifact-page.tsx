/** The short report of one package or pixel. */
import type { ReactNode } from 'react';
import { BarList } from '../../charts/bar-list';
import type { Bar } from '../../charts/geometry.server';
import type { ListTable } from '../../charts/table-sort.server';
import { type ReportQuery, withoutFilter } from '../../links/query-parameters';
import { paths } from '../../links/paths';
import { uniqueLabels } from '../../text/labels';
import { LinkButton } from '../../ui/button';
import { Card } from '../../ui/card';
import { PackageIcon } from '../../ui/package-icon';
import { PageTitle } from '../../ui/page-title';
import { MissingPart } from '../../ui/part';
import type { ArtifactReport } from './artifact-report.server';
import { CompanyTable } from './company-table';
import type { ReportArtifact } from './report-params.server';
import { ReportHead } from './report-summary';
import { SpikesCard } from './spikes';
import type { RenderedReport, OverviewData } from './report-summary.server';

interface ArtifactPageProps {
  owner: string;
  links: ReportQuery;
  artifact: ReportArtifact;
  report: Omit<ArtifactReport, 'overview'> & { overview: RenderedReport<OverviewData> };
  features: readonly string[];
  note: ReactNode;
  /** Tools, filters and notes, below the title. */
  children: ReactNode;
}

export function ArtifactPage(props: ArtifactPageProps) {
  let { owner, links, artifact, report, features, note, children } = props;
  let { id, name, type } = artifact;
  let isPixel = type === 'pixel';
  let counted: keyof typeof uniqueLabels = isPixel ? 'Views' : 'Downloads';
  return (
    <>
      <PageTitle
        title={
          <span className="inline-flex items-center gap-2">
            <PackageIcon type={type} />
            <span translate="no" className="min-w-0 break-words">
              {name}
            </span>
          </span>
        }
        description={features.length > 0 && `Features: ${features.join(', ')}`}
        actions={
          <>
            <LinkButton
              to={isPixel ? paths.pixels(owner, withoutFilter(links)) : paths.package(owner, type, name, links)}
              variant="outline"
              size="sm"
            >
              {isPixel ? 'Pixels' : 'Details'}
            </LinkButton>
            <LinkButton to={paths.analytics(owner, { ...links, [isPixel ? 'pixel' : 'package']: id })} size="sm">
              Analytics
            </LinkButton>
          </>
        }
      />
      {children}
      <ReportHead figures={report.overview} note={note} />
      {report.overview.spikes && <SpikesCard spikes={report.overview.spikes} />}
      <div className="grid gap-5 lg:grid-cols-2">
        <Summary nameLabel="Country" counted={counted} bars={report.countries} table={report.countryTable} />
        {report.versions !== null && (
          <Summary nameLabel="Version" counted={counted} bars={report.versions} table={report.versionTable} />
        )}
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
  let title = `${counted} by ${nameLabel}`;
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
