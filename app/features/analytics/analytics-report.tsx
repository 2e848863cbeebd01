/** The report, or a message why there is none. */
import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { partIsMissing } from '../../config/browser-messages';
import { BarList } from '../../charts/bar-list';
import type { Bar } from '../../charts/geometry.server';
import type { ListTable } from '../../charts/table-sort.server';
import { Donut } from '../../charts/donut';
import { RenderedChart } from '../../charts/rendered-chart';
import type { ReportQuery } from '../../links/query-parameters';
import { paths } from '../../links/paths';
import { useMayCreate } from '../../shell/use-page';
import { uniqueLabels } from '../../text/labels';
import { LinkButton } from '../../ui/button';
import { Card } from '../../ui/card';
import { classes } from '../../ui/class-names';
import { EmptyState } from '../../ui/empty-state';
import { Part } from '../../ui/part';
import { type TabLink, Tabs } from '../../ui/tabs';
import type { AnalyticsReport } from './analytics.server';
import { CompanyTable } from './company-table';
import { ReportHead } from './report-summary';
import { SpikesCard } from './spikes';
import type { RenderedReport } from './report-summary.server';
import { VariablesCard } from './variables-card';

interface AnalyticsReportPageProps {
  owner: string;
  report: RenderedReport<AnalyticsReport>;
  views: readonly TabLink[];
  tabs: readonly TabLink[];
  levels: readonly TabLink[];
  /** Of the only version that is shown. */
  versionPage: { version: string; to: string } | null;
  note: ReactNode;
  query: ReportQuery;
}

export function AnalyticsReportPage({
  owner,
  report,
  views,
  tabs,
  levels,
  versionPage,
  note,
  query,
}: AnalyticsReportPageProps) {
  let { unit, by, platform, versions, referer, variables } = report;
  let counted: keyof typeof uniqueLabels = unit === 'downloads' ? 'Downloads' : 'Views';
  let pages = referer !== null && (
    <Part title="Page views by page" of={referer}>
      {(bars) => (
        <Card title="Page views by page" description="As reported by browsers.">
          <Bars bars={bars} nameLabel="Page" counted="Views" table={report.refererTable} />
        </Card>
      )}
    </Part>
  );
  let variableCards = (
    <>
      {'packages' in variables && (
        <VariablesCard
          owner={owner}
          title="Downloads by Variable"
          counted="Downloads"
          query={query}
          variables={variables.packages}
        />
      )}
      {'pixels' in variables && (
        <VariablesCard
          owner={owner}
          title="Pixel Views by Variable"
          counted="Views"
          query={query}
          variables={variables.pixels}
        />
      )}
    </>
  );
  return (
    <>
      <ReportHead figures={report} note={note} views={views} picture={report.picture} />
      {report.spikes && <SpikesCard spikes={report.spikes} />}
      <Card title="Breakdown" anchor="breakdown">
        <Tabs label={`${counted} by`} tabs={tabs} wraps="wide" anchor="breakdown" />
        {by.note && <p className="mt-3 text-sm">{by.note}</p>}
        <div className={classes('mt-3 grid items-start gap-6', by.picture && 'lg:grid-cols-2')}>
          {by.picture && <RenderedChart drawing={by.picture} />}
          {by.bars ? (
            <Bars bars={by.bars} nameLabel={by.label} counted={counted} table={by.table} />
          ) : (
            <p className="text-sm text-warn">{partIsMissing}</p>
          )}
        </div>
      </Card>
      {versions !== null && (
        <Part title="Versions" of={versions}>
          {(known) => <VersionsCard versions={known} levels={levels} page={versionPage} />}
        </Part>
      )}
      <div className="grid gap-5 lg:grid-cols-2">
        <Part title={`${counted} by Platform`} of={platform}>
          {(known) => (
            <Card title={`${counted} by Platform`}>
              <OrNothing isEmpty={known.slices.length === 0}>
                <Donut
                  data={known}
                  title={`${counted} by platform`}
                  unit={unit}
                  nameLabel="Platform"
                  table={known.table}
                />
              </OrNothing>
            </Card>
          )}
        </Part>
        {versions !== null ? variableCards : pages}
      </div>
      {versions !== null ? pages : variableCards}
      <CompanyTable
        companies={report.companies}
        withDownloads={unit === 'downloads'}
        withViews={unit === 'views' || referer !== null}
      />
    </>
  );
}

interface BarsProps {
  bars: readonly Bar[];
  nameLabel: string;
  counted: keyof typeof uniqueLabels;
  table: ListTable;
}

function Bars({ bars, nameLabel, counted, table }: BarsProps) {
  return (
    <OrNothing isEmpty={bars.length === 0}>
      <BarList
        bars={bars}
        title={`${counted} by ${nameLabel.replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase())}`}
        nameLabel={nameLabel}
        valueLabel={counted}
        innerLabel={uniqueLabels[counted]}
        table={table}
      />
    </OrNothing>
  );
}

function OrNothing({ isEmpty, children }: { isEmpty: boolean; children: ReactNode }) {
  return isEmpty ? <p className="text-sm text-muted">No data for this period.</p> : children;
}

interface VersionsCardProps {
  versions: Exclude<AnalyticsReport['versions'], null | undefined>;
  levels: readonly TabLink[];
  page: { version: string; to: string } | null;
}

function VersionsCard({ versions: { chart, bars, sentences, left, table }, levels, page }: VersionsCardProps) {
  let toPage = page && (
    <Link to={page.to} className="text-sm text-accent underline">
      Who downloads {page.version}, withdraw or deprecate it
    </Link>
  );
  return (
    <Card title="Versions" anchor="versions" actions={toPage}>
      <Tabs label="Versions by" tabs={levels} anchor="versions" />
      {bars.length === 0 ? (
        <p className="mt-3 text-sm text-muted">No data for this period.</p>
      ) : (
        <div className="mt-4 grid items-start gap-6 lg:grid-cols-2">
          <div>
            {sentences.length > 0 && <p className="mb-3 text-sm">{sentences.join(' ')}</p>}
            {chart && <RenderedChart drawing={chart} />}
            {left && <p className="mt-2 text-sm text-muted">{left}</p>}
          </div>
          <BarList bars={bars} title="Downloads by version" nameLabel="Version" valueLabel="Downloads" table={table} />
        </div>
      )}
    </Card>
  );
}

/** `isEmpty`: the owner has no artifacts; otherwise none is selected. */
export function NoReport({ owner, isEmpty }: { owner: string; isEmpty: boolean }) {
  let mayCreate = useMayCreate();
  if (!isEmpty)
    return (
      <Card>
        <EmptyState title="Nothing chosen">Choose a package, or show pixel data.</EmptyState>
      </Card>
    );
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
        Create one to see its downloads or page views here.
      </EmptyState>
    </Card>
  );
}
