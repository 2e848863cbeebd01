/** An owner's numbers in total and by package and pixel. */
import type { ReactNode } from 'react';
import type { ReportQuery } from '../../links/query-parameters';
import { paths } from '../../links/paths';
import { useMayCreate } from '../../shell/use-page';
import { LinkButton } from '../../ui/button';
import { Card } from '../../ui/card';
import { PageTitle } from '../../ui/page-title';
import { ArtifactList } from './artifact-list';
import type { ArtifactListData } from './artifact-list.server';
import { CompanyTable } from './company-table';
import { EverythingFiltered, FirstEventGuide } from './getting-started';
import type { HomeData } from './home.server';
import { ReportHead } from './report-summary';
import { SpikesCard } from './spikes';
import type { OverviewData } from './overview-data.server';
import type { RenderedReport } from './report-summary.server';
import type { DrawnLinks } from './total-cards.server';

type RenderedHome =
  Exclude<HomeData, { state: 'active' }> | { state: 'active'; overview: RenderedReport<OverviewData> };

interface OverviewPageProps {
  owner: string;
  links: ReportQuery;
  home: RenderedHome;
  /** What happened lately; empty if nothing did. */
  headline: string;
  list: ArtifactListData;
  note: ReactNode;
  drawn: DrawnLinks;
  hasGlobalFilters: boolean;
  /** What shows numbers before the first event. */
  earlier: ReactNode;
  /** Tools, filters and notes, below the title. */
  children: ReactNode;
}

export function OverviewPage({
  owner,
  links,
  home,
  headline,
  list,
  note,
  drawn,
  hasGlobalFilters,
  earlier,
  children,
}: OverviewPageProps) {
  let mayCreate = useMayCreate();
  return (
    <>
      <PageTitle title="Overview" description={headline} />
      {children}
      {home.state === 'waiting' && <FirstEventGuide owner={owner} first={home.first} filtered={hasGlobalFilters} />}
      {earlier}
      {home.state === 'hidden' && <EverythingFiltered without={paths.home(owner)} />}
      {home.state === 'active' && <ReportHead figures={home.overview} note={note} drawn={drawn} />}
      {home.state === 'active' && home.overview.spikes && <SpikesCard spikes={home.overview.spikes} />}
      {list.total > 0 && (
        <Card
          title="Packages and pixels"
          actions={
            <>
              <LinkButton to={`${paths.analytics(owner, links)}#versions`} variant="outline" size="sm">
                Versions
              </LinkButton>
              <LinkButton
                to={`${paths.analytics(owner, { ...links, by: 'country' })}#breakdown`}
                variant="outline"
                size="sm"
              >
                Countries
              </LinkButton>
              {mayCreate && (
                <LinkButton to={paths.newPackage(owner)} variant="outline" size="sm">
                  New package
                </LinkButton>
              )}
            </>
          }
          flush
        >
          <ArtifactList
            caption="Downloads and views of each"
            counted="Downloads or views"
            people="Unique users or visitors"
            list={list}
            to={({ type, id, name }) =>
              type === 'pixel'
                ? paths.dashboard(owner, { ...links, pixel: id })
                : paths.package(owner, type, name, links)
            }
          />
        </Card>
      )}
      {home.state === 'active' && <CompanyTable companies={home.overview.companies} withDownloads withViews />}
    </>
  );
}
