/** The dashboard: all packages and pixels with totals, or the short report of one. */
import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { BarList } from '../../charts/bar-list';
import type { Bar } from '../../charts/geometry.server';
import type { ListTable } from '../../charts/table-sort.server';
import { Sparkline } from '../../charts/sparkline';
import { timeZone } from '../../locale/reader-format';
import { paths, type ReportQuery } from '../../links/paths';
import { useMayCreate } from '../../shell/use-page';
import { LinkButton } from '../../ui/button';
import { Card } from '../../ui/card';
import { ChangeText } from '../../ui/change-text';
import { EmptyState } from '../../ui/empty-state';
import { PackageIcon } from '../../ui/package-icon';
import { PageTitle } from '../../ui/page-title';
import { TableCell, TableRow, Table } from '../../ui/table';
import { CompanyTable } from './company-table';
import type { ArtifactLine, ArtifactReport, DashboardList } from './dashboard.server';
import type { ReportArtifact } from './report-params.server';
import { ReportHead } from './report-summary';
import type { RenderedReport, OverviewData } from './report-summary.server';

interface DashboardPageProps {
  heading: string;
  owner: string;
  links: ReportQuery;
  list: DashboardList;
  range: ReactNode;
  note: ReactNode;
}

/** Busiest first. */
export function DashboardPage({ heading, owner, links, list, range, note }: DashboardPageProps) {
  let isEmpty = list.packages.length + list.pixels.length === 0;
  return (
    <>
      <PageTitle
        title={heading}
        description={`${list.rangeLabel} vs. ${list.comparedWith}`}
        actions={
          <LinkButton to={paths.analytics(owner, links)} variant="outline" size="sm">
            All analytics
          </LinkButton>
        }
      />
      {range}
      {isEmpty ? <NothingYet owner={owner} /> : note}
      {list.packages.length > 0 && (
        <Lines title="Packages" counted="Downloads" lines={list.packages} owner={owner} links={links} />
      )}
      {list.pixels.length > 0 && (
        <Lines title="Pixels" counted="Views" lines={list.pixels} owner={owner} links={links} />
      )}
    </>
  );
}

function NothingYet({ owner }: { owner: string }) {
  let mayCreate = useMayCreate();
  return (
    <Card>
      <EmptyState
        title="No packages or pixels yet"
        action={
          mayCreate && (
            <>
              <LinkButton to={paths.newPackage(owner)}>Create a package</LinkButton>
              <LinkButton to={paths.newPixel(owner)} variant="outline">
                Create a pixel
              </LinkButton>
            </>
          )
        }
      >
        Each one you create shows here with its downloads or views.
      </EmptyState>
    </Card>
  );
}

interface LinesProps {
  title: string;
  counted: string;
  lines: readonly ArtifactLine[];
  owner: string;
  links: ReportQuery;
}

function Lines({ title, counted, lines, owner, links }: LinesProps) {
  let columns = [
    { label: 'Name' },
    { label: counted, numeric: true },
    { label: 'Change', numeric: true },
    { label: 'Unique users', numeric: true },
    { label: 'Trend' },
    { label: `Last event (${timeZone()})` },
    { label: 'Pages', hiddenLabel: true },
  ];
  return (
    <Card title={`${lines.length} ${lines.length === 1 ? title.slice(0, -1) : title}`} flush>
      <Table caption={title} columns={columns}>
        {lines.map((line) => (
          <TableRow key={line.id}>
            <TableCell rowHeader className="min-w-44">
              <Link
                to={paths.dashboard(owner, { ...links, ...named(line) })}
                className="flex items-center gap-2 break-all text-accent underline"
              >
                <PackageIcon type={line.type} className="size-5" />
                {line.name}
              </Link>
            </TableCell>
            <TableCell numeric>{line.total}</TableCell>
            <TableCell numeric>
              <ChangeText change={line.change} fresh={line.fresh} />
            </TableCell>
            <TableCell numeric>{line.users}</TableCell>
            <TableCell className="min-w-28">{line.spark && <Sparkline data={line.spark} />}</TableCell>
            <TableCell className="whitespace-nowrap">
              {line.lastEvent || <span className="text-muted">None</span>}
            </TableCell>
            <TableCell className="whitespace-nowrap">
              <Link to={paths.analytics(owner, { ...links, ...named(line) })} className="text-accent underline">
                Analytics<span className="sr-only"> of {line.name}</span>
              </Link>
              {line.type !== 'pixel' && (
                <Link
                  to={paths.package(owner, line.type, line.name, { noise: links.noise })}
                  className="ml-3 text-accent underline"
                >
                  Details<span className="sr-only"> of {line.name}</span>
                </Link>
              )}
            </TableCell>
          </TableRow>
        ))}
      </Table>
    </Card>
  );
}

function named({ type, id }: ArtifactLine): ReportQuery {
  return type === 'pixel' ? { pixel: id } : { package: id };
}

interface ArtifactPageProps {
  heading: string;
  owner: string;
  links: ReportQuery;
  artifact: ReportArtifact;
  report: Omit<ArtifactReport, 'overview'> & { overview: RenderedReport<OverviewData> };
  features: readonly string[];
  range: ReactNode;
  note: ReactNode;
}

export function ArtifactPage({ heading, owner, links, artifact, report, features, range, note }: ArtifactPageProps) {
  let { id, name, type } = artifact;
  let { noise } = links;
  let isPixel = type === 'pixel';
  let counted = isPixel ? 'Views' : 'Downloads';
  return (
    <>
      <PageTitle
        title={
          <span className="inline-flex items-center gap-2">
            <PackageIcon type={type} />
            <span className="min-w-0 break-words">{heading}</span>
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
              to={isPixel ? paths.pixels(owner, { noise }) : paths.package(owner, type, name, { noise })}
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
      <ReportHead figures={report.overview} note={note} />
      <div className="grid gap-5 lg:grid-cols-2">
        <Summary nameLabel="Country" counted={counted} bars={report.countries} table={report.countryTable} />
        {report.versions && (
          <Summary nameLabel="Version" counted={counted} bars={report.versions} table={report.versionTable} />
        )}
      </div>
      <CompanyTable
        owner={owner}
        kept={{ filter_id: links.filter_id, where: links.where, noise: links.noise }}
        companies={report.overview.companies}
        withDownloads={!isPixel}
        withViews={isPixel}
      />
    </>
  );
}

interface SummaryProps {
  nameLabel: string;
  counted: string;
  bars: readonly Bar[];
  table: ListTable;
}

function Summary({ nameLabel, counted, bars, table }: SummaryProps) {
  let title = `${counted} by ${nameLabel}`;
  return (
    <Card title={title}>
      {bars.length === 0 ? (
        <p className="text-sm text-muted">Nothing in this range.</p>
      ) : (
        <BarList
          bars={bars}
          title={title}
          nameLabel={nameLabel}
          valueLabel={counted}
          innerLabel="Unique users"
          table={table}
        />
      )}
    </Card>
  );
}
