/** The report below the form of the analytics page, or a message why there is none. */
import { Form, Link, useSubmit } from '@remix-run/react';
import type { ReactNode } from 'react';
import { BarList } from '../../charts/bar-list';
import type { Bar } from '../../charts/geometry.server';
import { Donut } from '../../charts/donut';
import { LineChart } from '../../charts/line-chart';
import { QuerySelect } from '../../forms/query-select';
import { paths, type ReportQuery } from '../../paths';
import { useMayCreate } from '../../shell/use-page';
import { Button, LinkButton } from '../../ui/button';
import { Card } from '../../ui/card';
import { EmptyState } from '../../ui/empty-state';
import { type Tab, Tabs } from '../../ui/tabs';
import type { AnalyticsReport, VariablesData } from './analytics.server';
import { CompanyTable } from './company-table';
import { ReportHead } from './report-summary';
import type { VersionsData } from './versions.server';

interface AnalyticsReportPageProps {
  owner: string;
  filterId: string;
  report: AnalyticsReport;
  tabs: readonly Tab[];
  levels: readonly Tab[];
  /** The report with bots and mirrors, or without. */
  noiseLink: string;
  /** The report without a selected variable. */
  query: ReportQuery;
}

export function AnalyticsReportPage({
  owner,
  filterId,
  report,
  tabs,
  levels,
  noiseLink,
  query,
}: AnalyticsReportPageProps) {
  let { unit, by, platform, versions, referer, variables } = report;
  let counted = unit === 'downloads' ? 'Downloads' : 'Views';
  return (
    <>
      <p className="text-sm text-muted">
        {report.audience.text}{' '}
        {report.audience.link && (
          <Link to={noiseLink} preventScrollReset className="text-accent underline">
            {report.audience.link}
          </Link>
        )}
      </p>
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

interface VersionsCardProps {
  versions: VersionsData;
  levels: readonly Tab[];
  bucketName: string;
}

/** Downloads by version, in full or by minor or major number. */
function VersionsCard({ versions, levels, bucketName }: VersionsCardProps) {
  return (
    <Card title="Versions">
      <Tabs label="Versions by" tabs={levels} />
      {versions.bars.length === 0 ? (
        <p className="mt-3 text-sm text-muted">Nothing in this range.</p>
      ) : (
        <div className="mt-4 grid items-start gap-6 lg:grid-cols-2">
          {versions.chart && (
            <LineChart chart={versions.chart} title="Downloads of the top versions over time" bucketName={bucketName} />
          )}
          <BarList bars={versions.bars} title="Downloads by version" nameLabel="Version" valueLabel="Downloads" />
        </div>
      )}
    </Card>
  );
}

interface VariablesCardProps {
  owner: string;
  title: string;
  /** Name of what the bars count. */
  counted: 'Downloads' | 'Views';
  /** The report without a selected variable. */
  query: ReportQuery;
  /** Null while the card is closed. */
  variables: VariablesData | null;
}

/**
 * Downloads or views by one variable. Counting scans all variables, so the card stays closed until
 * a person opens it.
 */
function VariablesCard({ owner, title, counted, query, variables }: VariablesCardProps) {
  return (
    <Card title={title} description="Values of URL variables.">
      {!variables && (
        <LinkButton
          to={paths.analytics(owner, { ...query, variables: 'show' })}
          variant="outline"
          size="sm"
          preventScrollReset
        >
          Choose a variable<span className="sr-only"> of {counted.toLowerCase()}</span>
        </LinkButton>
      )}
      {variables?.names.length === 0 && <p className="text-sm text-muted">No request in this range had a variable.</p>}
      {variables && variables.names.length > 0 && (
        <div className="flex flex-col gap-4">
          <VariableForm
            owner={owner}
            label={`Variable of ${counted.toLowerCase()}`}
            query={query}
            variables={variables}
          />
          <BarList
            bars={variables.bars}
            title={`${counted} by ${variables.chosen}`}
            nameLabel={variables.chosen}
            valueLabel={counted}
            innerLabel="Unique sources"
          />
        </div>
      )}
    </Card>
  );
}

interface VariableFormProps extends Pick<VariablesCardProps, 'owner' | 'query'> {
  label: string;
  variables: VariablesData;
}

/** With scripts it is submitted at every choice. */
function VariableForm({ owner, label, query, variables: { names, chosen } }: VariableFormProps) {
  let submit = useSubmit();
  return (
    <Form
      method="get"
      action={paths.analytics(owner)}
      aria-label={label}
      preventScrollReset
      className="flex flex-wrap items-end gap-3"
      onChange={(event) => submit(event.currentTarget, { preventScrollReset: true })}
    >
      {Object.entries(query).flatMap(([name, value]) =>
        [value ?? []].flat().map((one) => one && <input key={name + one} type="hidden" name={name} value={one} />),
      )}
      <QuerySelect label={label} name="variable" value={chosen}>
        {names.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </QuerySelect>
      <Button type="submit" variant="outline">
        Show
      </Button>
    </Form>
  );
}

/** `isEmpty`: the owner has no packages or pixels; otherwise none was chosen. */
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
        Create one, and its downloads or views can be analysed here.
      </EmptyState>
    </Card>
  );
}
