/**
 * What a company uses, above its history: how much over time, and rows that lead to the report of
 * each.
 */
import { figures } from 'contract/analytics/figures';
import type { ReactNode } from 'react';
import { BarList } from '../../charts/bar-list';
import { uniqueLabels } from '../../text/labels';
import { Card } from '../../ui/card';
import { ArtifactList } from './artifact-list';
import type { ArtifactLine } from './artifact-list.server';
import type { CompanyUsageData } from './company-usage.server';
import { ReportHead } from './report-summary';
import type { DrawnLinks } from './total-cards.server';

interface CompanyUsageProps {
  usage: CompanyUsageData;
  drawn: DrawnLinks;
  /** What is counted. */
  note: ReactNode;
  /** URL of a package's or pixel's report. */
  to: (line: ArtifactLine) => string;
}

export function CompanyUsage({ usage, drawn, note, to }: CompanyUsageProps) {
  let { report, list, latest, lists, counted } = usage;
  return (
    <>
      <ReportHead figures={report} note={note} drawn={drawn} />
      <Card title="Packages and pixels" flush>
        {list.total === 0 ? (
          <p className="px-4 pb-4 text-sm text-muted sm:px-6">No data for this period.</p>
        ) : (
          <ArtifactList
            caption="Packages and pixels of this company"
            counted="Downloads or views"
            people="Unique users or visitors"
            list={list}
            to={to}
            last={{ label: figures.latestVersion.label, cell: ({ id }) => latest[id] ?? '' }}
          />
        )}
      </Card>
      {lists.length > 0 && (
        <div className="grid items-start gap-5 lg:grid-cols-2">
          {lists.map(({ title, nameLabel, bars, table }) => (
            <Card key={title} title={title} className="first:lg:row-span-2">
              <BarList
                bars={bars}
                title={title}
                nameLabel={nameLabel}
                valueLabel={counted}
                innerLabel={uniqueLabels[counted]}
                table={table}
              />
            </Card>
          ))}
        </div>
      )}
    </>
  );
}
