/** The tools, filters and notes of an overview and of a package's pages, below their title. */
import type { ComponentProps } from 'react';
import { AlertBell } from '../features/alerts/alert-bell';
import { ExportMenu } from '../features/analytics/export-menu';
import { RangeTools } from '../features/date-range/range-tools';
import { FilterBar } from '../features/filters/filter-bar';
import { FilterMenu } from '../features/filters/filter-menu';
import type { ActiveFilters } from '../features/filters/filters.server';
import { RetentionNote } from '../features/retention/retention-notes';
import { PackageField } from '../forms/package-field';
import { MoreTools, ReportTools } from '../forms/report-tools';
import { LinkButton } from '../ui/button';

interface OverviewToolsProps {
  owner: string;
  tools: Omit<ComponentProps<typeof ReportTools>, 'actions' | 'children'> &
    ComponentProps<typeof RangeTools> & {
      /** To choose one of; none where the page is that of one. */
      packages: ComponentProps<typeof PackageField>['packages'];
      package: string;
      presets?: ComponentProps<typeof AlertBell>['presets'];
      /** Null for people who may not. */
      share: string | null;
      files: ComponentProps<typeof ExportMenu> | null;
    };
  filters: ActiveFilters;
  bots: ComponentProps<typeof FilterMenu>['bots'];
  retention: string;
}

export function OverviewTools({ owner, tools, filters, bots, retention }: OverviewToolsProps) {
  let { fields, steps, withStep, withCompare = true } = tools;
  return (
    <>
      <ReportTools
        action={tools.action}
        kept={tools.kept}
        actions={
          <>
            {tools.share && <AlertBell owner={owner} packageId={tools.package} presets={tools.presets} />}
            {tools.share && (
              <LinkButton to={tools.share} variant="outline">
                Share
              </LinkButton>
            )}
            {tools.files && <ExportMenu {...tools.files} />}
          </>
        }
      >
        {tools.packages.length > 0 && (
          <MoreTools>
            <PackageField value={tools.package || 'all'} packages={tools.packages} hasPixels={false} />
          </MoreTools>
        )}
        <RangeTools {...{ fields, steps, withStep, withCompare }} />
        <FilterMenu filters={filters} bots={bots} />
      </ReportTools>
      <FilterBar {...filters} globals={0} chips={[]} />
      <RetentionNote note={retention} />
    </>
  );
}
