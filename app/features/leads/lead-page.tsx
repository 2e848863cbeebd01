/** The two tabs of Leads: the list, and the questionnaire that selects and scores it. */
import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { type SettingsOwner, paths } from '../../links/paths';
import type { LeadsQuery } from '../../links/query-parameters';
import { PageTitle } from '../../ui/page-title';
import { Pager } from '../../ui/pager';
import { Stack } from '../../ui/stack';
import { Tabs } from '../../ui/tabs';
import { LinkButton } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { LeadForm, LeadList } from './lead-list';
import type { LeadPageData } from './leads.server';

export function LeadTabs({ of, children }: { of: SettingsOwner; children: ReactNode }) {
  let tabs = [
    { label: 'Leads', to: paths.settings(of, 'lead-generation') },
    { label: 'Questionnaire', to: paths.leadQuestionnaire(of.owner) },
  ];
  return (
    <Stack>
      <PageTitle
        title="Leads"
        description={
          <>
            Companies using your packages that match your profile.{' '}
            <Link to={paths.docs('leads')} className="text-accent underline">
              How scoring works
            </Link>
          </>
        }
      />
      <Tabs label="Leads" tabs={tabs} />
      {children}
    </Stack>
  );
}

interface LeadPageProps {
  page: LeadPageData & SettingsOwner & { next: Parameters<typeof LeadList>[0]['next'] };
  stage: Parameters<typeof LeadList>[0]['stage'];
  /** For those who may create alerts. */
  bell: ReactNode;
}

export function LeadPage({ page, stage, bell }: LeadPageProps) {
  let to = (list: LeadsQuery) => paths.settings(page, 'lead-generation', list);
  return (
    <LeadTabs of={page}>
      <LeadForm
        page={page}
        home={to({})}
        actions={
          <>
            {bell}
            {page.mayExport && (
              <LinkButton to={paths.leadsExport(page.owner, page.list)} reloadDocument download variant="outline">
                <Icon name="download" />
                Export leads
              </LinkButton>
            )}
          </>
        }
      />
      <LeadList page={page} to={to} next={page.next} stage={stage} />
      <Pager page={page.page} pages={page.pages} to={(n) => to({ ...page.list, page: String(n) })} />
    </LeadTabs>
  );
}
