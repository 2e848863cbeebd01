/** The short report of one package or pixel. */
import type { ReactNode } from 'react';
import { BarList } from '../../charts/bar-list';
import type { Bar } from '../../charts/bars.server';
import { paths, type ReportQuery } from '../../paths';
import { LinkButton } from '../../ui/button';
import { Card } from '../../ui/card';
import { PackageIcon } from '../../ui/package-icon';
import { PageTitle } from '../../ui/page-title';
import type { Artifact } from './report-params.server';
import { CompanyTable } from './company-table';
import type { ArtifactReport } from './dashboard.server';
import { ReportHead } from './report-summary';

interface ArtifactPageProps {
  owner: string;
  links: ReportQuery;
  artifact: Artifact;
  report: ArtifactReport;
  /** What the owner may use with it beyond what everybody may. */
  features: readonly string[];
  range: ReactNode;
}

export function ArtifactPage({ owner, links, artifact, report, features, range }: ArtifactPageProps) {
  let { id, name, type } = artifact;
  let isPixel = type === 'pixel';
  let counted = isPixel ? 'Views' : 'Downloads';
  return (
    <>
      <PageTitle
        title={
          <span className="inline-flex items-center gap-2">
            <PackageIcon type={type} />
            {name}
          </span>
        }
        description={[report.overview.rangeLabel, features.length > 0 && `Features: ${features.join(', ')}`]
          .filter(Boolean)
          .join(' · ')}
        actions={
          <>
            <LinkButton to={paths.dashboard(owner, links)} variant="outline" size="sm">
              All packages and pixels
            </LinkButton>
            <LinkButton
              to={isPixel ? paths.pixels(owner) : paths.package(owner, type, name)}
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
      {range}
      <ReportHead figures={report.overview} />
      <div className="grid gap-5 lg:grid-cols-2">
        <Summary title={`${counted} by Country`} nameLabel="Country" counted={counted} bars={report.countries} />
        {report.versions && (
          <Summary title={`${counted} by Version`} nameLabel="Version" counted={counted} bars={report.versions} />
        )}
      </div>
      <CompanyTable
        owner={owner}
        filterId={links.filter_id}
        companies={report.overview.companies}
        withDownloads={!isPixel}
        withViews={isPixel}
      />
    </>
  );
}

interface SummaryProps {
  title: string;
  nameLabel: string;
  counted: string;
  bars: readonly Bar[];
}

function Summary({ title, nameLabel, counted, bars }: SummaryProps) {
  return (
    <Card title={title}>
      {bars.length === 0 ? (
        <p className="text-sm text-muted">Nothing in this range.</p>
      ) : (
        <BarList bars={bars} title={title} nameLabel={nameLabel} valueLabel={counted} innerLabel="Unique sources" />
      )}
    </Card>
  );
}
