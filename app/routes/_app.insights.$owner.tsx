/** /insights/[owner]: the companies behind an owner's events, with their stage. Behind a flag. */
import * as limits from 'contract/floor/limits';
import { Link, useLoaderData } from '@remix-run/react';
import { AlertBell, companyPresets } from '../features/alerts/alert-bell';
import { FilterBar } from '../features/filters/filter-bar';
import { FilterMenu } from '../features/filters/filter-menu';
import { ReportTools } from '../forms/report-tools';
import { SearchField } from '../forms/search-field';
import { CompanyList } from '../features/companies/company-list';
import { CountingNote } from '../features/counting/counting-note';
import { RangeTools } from '../features/date-range/range-tools';
import { RetentionNote } from '../features/retention/retention-notes';
import { companiesPage } from '../reports/companies.server';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';
import type { PageHandle } from '../shell/page-handle';
import { LinkButton } from '../ui/button';
import { Icon } from '../ui/icon';
import { PageTitle } from '../ui/page-title';
import { Pager } from '../ui/pager';
import { Stack } from '../ui/stack';

export const meta = pageMeta({
  title: 'Companies',
  description: 'The companies that use an owner’s packages, and how far each has come.',
});
export const handle: PageHandle = { layout: 'fullwidth' };

export const loader = companiesPage;

export default function CompanyInsights() {
  let { owner, fields, steps, q, kept, query, filters, note, list, next, counted, withPoints, isLong, may } =
    useLoaderData<typeof loader>();
  return (
    <Stack>
      <PageTitle
        title="Companies"
        description={
          <>
            Who uses your packages and reads your pages.{' '}
            <Link to={paths.docs('companies')} className="text-accent underline">
              How stages work
            </Link>
          </>
        }
        actions={
          <Link to={paths.corrections(owner)} className="text-sm text-accent underline">
            Corrections
          </Link>
        }
      />
      <ReportTools
        action={paths.insights(owner)}
        kept={kept}
        actions={
          <>
            {may.change && <AlertBell owner={owner} presets={companyPresets} />}
            {may.export && isLong && (
              <span className="text-sm text-muted">Choose at most {limits.exportDaysMax} days to export.</span>
            )}
            {may.export && !isLong && (
              <LinkButton to={paths.companiesExport(owner, query)} reloadDocument download variant="outline">
                <Icon name="download" />
                Export companies
              </LinkButton>
            )}
          </>
        }
      >
        <SearchField label="Name or domain" value={q} />
        <RangeTools fields={fields} steps={steps} withStep={false} withCompare={false} />
        <FilterMenu filters={filters} bots={counted?.toggle} low={list?.low} />
      </ReportTools>
      <FilterBar {...filters} globals={0} chips={[]} />
      <RetentionNote note={note} />
      {list && (
        <>
          {counted && <CountingNote note={counted} />}
          <CompanyList {...list} next={next} withPoints={withPoints} />
          <Pager page={list.page} pages={list.pages} to={(n) => paths.insights(owner, { ...query, page: String(n) })} />
        </>
      )}
    </Stack>
  );
}
