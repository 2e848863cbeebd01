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
import { EmptyState } from '../../ui/empty-state';
import { Part } from '../../ui/part';
import { type TabLink, Tabs } from '../../ui/tabs';
import type { AnalyticsReport } from './analytics.server';
import { CompanyTable } from './company-table';
import { ReportHead } from './report-summary';
import { SpikesCard } from './spikes';
import type { BreakdownList } from './report-lists.server';
import type { ReportList, WholeList } from './report-params.server';
import type { RenderedReport } from './report-summary.server';
import type { DrawnLinks } from './total-cards.server';
import { VariablesCard } from './variables-card';

interface AnalyticsReportPageProps {
  owner: string;
  report: RenderedReport<AnalyticsReport>;
  views: readonly TabLink[];
  drawn: DrawnLinks;
  tabs: Record<ReportList, readonly TabLink[]>;
  levels: readonly TabLink[];
  /** Shows a list whole, or its first rows again. */
  whole: Record<WholeList, string>;
  /** Of the only version that is shown. */
  versionPage: { version: string; to: string } | null;
  note: ReactNode;
  query: ReportQuery;
}

export function AnalyticsReportPage({
  owner,
  report,
  views,
  drawn,
  tabs,
  levels,
  whole,
  versionPage,
  note,
  query,
}: AnalyticsReportPageProps) {
  let { unit, lists, versions, referer, variables } = report;
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
  let variableCards = (['packages', 'pixels'] as const).map((of) => {
    if (!(of in variables) || variables[of] === null) return null;
    let titles = { packages: 'Downloads by variable', pixels: 'Pixel views by variable' };
    return (
      <Part key={of} title={titles[of]} of={variables[of]}>
        {(known) => (
          <VariablesCard
            owner={owner}
            title={titles[of]}
            counted={of === 'packages' ? 'Downloads' : 'Views'}
            query={query}
            variables={known}
          />
        )}
      </Part>
    );
  });
  // Not counted until then: that reads all variables.
  let byVariable = Object.values(variables).includes(null) && (
    <Link
      to={`${paths.analytics(owner, { ...query, variables: 'show' })}#variables`}
      preventScrollReset
      className="text-accent underline"
    >
      {counted} by URL variable
    </Link>
  );
  let listOf = (list: ReportList) => (
    <ListCard {...lists[list]} list={list} tabs={tabs[list]} whole={whole[list]} counted={counted} unit={unit}>
      {list === 'audience' && byVariable}
    </ListCard>
  );
  return (
    <>
      <ReportHead figures={report} note={note} views={views} picture={report.picture} drawn={drawn} />
      {report.spikes && <SpikesCard spikes={report.spikes} />}
      <div id="breakdown" className="-mb-4 gap-4 lg:columns-2 [&>*]:mb-4 [&>*]:break-inside-avoid">
        {versions !== null && (
          <Part title="Versions" of={versions}>
            {(known) => <VersionsCard versions={known} levels={levels} page={versionPage} whole={whole.versions} />}
          </Part>
        )}
        {listOf('client')}
        {listOf('audience')}
        {listOf('country')}
        <CompanyTable
          companies={report.companies}
          withDownloads={unit === 'downloads'}
          withViews={unit === 'views' || referer !== null}
          isNarrow
        />
        {listOf('platform')}
        {pages}
        {variableCards}
      </div>
    </>
  );
}

const listTitles: Record<ReportList, string> = {
  client: 'Clients',
  country: 'Places',
  platform: 'Platforms',
  audience: 'Audience',
};

interface ListCardProps extends BreakdownList {
  list: ReportList;
  tabs: readonly TabLink[];
  whole: string;
  counted: keyof typeof uniqueLabels;
  unit: AnalyticsReport['unit'];
  /** A link below the list. */
  children: ReactNode;
}

function ListCard(props: ListCardProps) {
  let { list, tabs, label, bars, donut, note, picture, table, counted, unit } = props;
  let more = (
    <>
      <WholeLink {...props} to={props.whole} />
      {props.children}
    </>
  );
  return (
    <Card
      title={listTitles[list]}
      anchor={list}
      actions={<Tabs label={`${listTitles[list]} by`} tabs={tabs} anchor={list} isSmall />}
    >
      {note && <p className="mb-3 text-sm">{note}</p>}
      <div className="grid gap-4">
        {picture && <RenderedChart drawing={picture} />}
        {donut && donut.slices.length > 0 ? (
          <Donut data={donut} title={`${counted} by platform`} unit={unit} nameLabel={label} table={table} />
        ) : bars ? (
          <Bars bars={bars} nameLabel={label} counted={counted} table={table} more={more} />
        ) : (
          <p className="text-sm text-warn">{partIsMissing}</p>
        )}
      </div>
    </Card>
  );
}

interface WholeLinkProps extends Pick<BreakdownList, 'isWhole' | 'hasMore' | 'label'> {
  to: string;
  list: WholeList;
}

function WholeLink({ isWhole, hasMore, to, list, label }: WholeLinkProps) {
  if (!hasMore && !isWhole) return null;
  return (
    <Link to={`${to}#${list}`} preventScrollReset className="text-accent underline">
      {isWhole ? 'Show fewer' : 'Show all'}
      <span className="sr-only">: {label}</span>
    </Link>
  );
}

interface BarsProps {
  bars: readonly Bar[];
  nameLabel: string;
  counted: keyof typeof uniqueLabels;
  table: ListTable;
  more?: ReactNode;
}

function Bars({ bars, nameLabel, counted, table, more }: BarsProps) {
  return (
    <OrNothing isEmpty={bars.length === 0}>
      <BarList
        bars={bars}
        title={`${counted} by ${nameLabel.replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase())}`}
        nameLabel={nameLabel}
        valueLabel={counted}
        innerLabel={uniqueLabels[counted]}
        table={table}
        more={more}
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
  whole: string;
}

function VersionsCard({ versions, levels, page, whole }: VersionsCardProps) {
  let { chart, bars, sentences, left, table } = versions;
  let toPage = page && (
    <Link to={page.to} className="text-sm text-accent underline">
      Who downloads {page.version}, withdraw or deprecate it
    </Link>
  );
  return (
    <Card
      title="Versions"
      anchor="versions"
      actions={<Tabs label="Versions by" tabs={levels} anchor="versions" isSmall />}
    >
      {bars.length === 0 ? (
        <p className="text-sm text-muted">No data for this period.</p>
      ) : (
        <div className="grid gap-1">
          {sentences.length > 0 && <p className="text-sm">{sentences.join(' ')}</p>}
          {chart && <RenderedChart drawing={chart} />}
          <BarList
            bars={bars}
            title="Downloads by version"
            nameLabel="Version"
            valueLabel="Downloads"
            table={table}
            more={
              <>
                {toPage}
                <WholeLink {...versions} to={whole} list="versions" label="Version" />
                {left && <span className="order-last text-xs text-muted">{left}</span>}
              </>
            }
          />
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
