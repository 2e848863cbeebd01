/** The long report below the form of the analytics page. */
import type { ReactNode } from 'react';
import { BarList } from '../../charts/bar-list';
import type { Bar } from '../../charts/bars.server';
import { Donut } from '../../charts/donut';
import type { ReportQuery } from '../../paths';
import { Card } from '../../ui/card';
import { type Tab, Tabs } from '../../ui/tabs';
import type { AnalyticsReport } from './analytics.server';
import { CompanyTable } from './company-table';
import { ReportHead } from './report-summary';
import { VariablesCard } from './variables-card';
import { VersionsCard } from './versions-card';

interface AnalyticsReportPageProps {
  owner: string;
  filterId: string;
  report: AnalyticsReport;
  tabs: readonly Tab[];
  levels: readonly Tab[];
  /** The report without a choice of a variable. */
  query: ReportQuery;
}

export function AnalyticsReportPage({ owner, filterId, report, tabs, levels, query }: AnalyticsReportPageProps) {
  let { unit, by, platform, versions, referer, variables } = report;
  let counted = unit === 'downloads' ? 'Downloads' : 'Views';
  return (
    <>
      <ReportHead figures={report} />
      <div className="grid gap-5 lg:grid-cols-2">
        <Card title={`${counted} by Platform`}>
          <OrNothing isEmpty={platform.slices.length === 0}>
            <Donut data={platform} title={`${counted} by platform`} unit={unit} nameLabel="Platform" />
          </OrNothing>
        </Card>
        <Card title={`${counted} by`}>
          <Tabs label={`${counted} by`} tabs={tabs} />
          <div className="mt-3">
            <Bars bars={by.bars} nameLabel={by.label} counted={counted} />
          </div>
        </Card>
      </div>
      {versions && (
        <VersionsCard versions={versions} levels={levels} bucketName={report.charts[0]?.bucketName ?? 'Day'} />
      )}
      {referer && (
        <Card title="Pixel Views by Page" description="The page that showed the pixel, as far as browsers tell it.">
          <Bars bars={referer} nameLabel="Page" counted="Views" />
        </Card>
      )}
      <div className="grid items-start gap-5 lg:auto-cols-fr lg:grid-flow-col">
        {variables.packages !== undefined && (
          <VariablesCard
            owner={owner}
            title="Downloads by Variable"
            counted="Downloads"
            query={query}
            variables={variables.packages}
          />
        )}
        {variables.pixels !== undefined && (
          <VariablesCard
            owner={owner}
            title="Pixel Views by Variable"
            counted="Views"
            query={query}
            variables={variables.pixels}
          />
        )}
      </div>
      <CompanyTable
        owner={owner}
        filterId={filterId}
        companies={report.companies}
        withDownloads={unit === 'downloads'}
        withViews={unit === 'views' || referer !== null}
      />
    </>
  );
}

function Bars({ bars, nameLabel, counted }: { bars: readonly Bar[]; nameLabel: string; counted: string }) {
  return (
    <OrNothing isEmpty={bars.length === 0}>
      <BarList
        bars={bars}
        title={`${counted} by ${nameLabel.toLowerCase()}`}
        nameLabel={nameLabel}
        valueLabel={counted}
        innerLabel="Unique sources"
      />
    </OrNothing>
  );
}

function OrNothing({ isEmpty, children }: { isEmpty: boolean; children: ReactNode }) {
  return isEmpty ? <p className="text-sm text-muted">Nothing in this range.</p> : children;
}
