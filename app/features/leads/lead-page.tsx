import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import type { SubmissionResult } from '@conform-to/react';
import type { LeadsQuery } from '../../links/query-parameters';
import { paths } from '../../links/paths';
import { LinkButton } from '../../ui/button';
import { Card } from '../../ui/card';
import { DateText } from '../../ui/day';
import { Facts } from '../../ui/description-list';
import { Icon } from '../../ui/icon';
import { PageTitle } from '../../ui/page-title';
import { Pager } from '../../ui/pager';
import { Stack } from '../../ui/stack';
import { LeadForm, LeadList } from './lead-list';
import { QuestionnaireForm } from './questionnaire-form';
import type { LeadPageData } from './leads.server';

interface LeadPageProps {
  page: LeadPageData & { next: Parameters<typeof LeadList>[0]['next'] };
  to: (list: LeadsQuery) => string;
  stage: Parameters<typeof LeadList>[0]['stage'];
  /** For those who may create alerts. */
  bell: ReactNode;
  lastResult?: SubmissionResult<string[]>;
}

export function LeadPage({ page, to, stage, bell, lastResult }: LeadPageProps) {
  let { owner, list, saved } = page;
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
      <LeadForm
        page={page}
        home={to({})}
        actions={
          <>
            {bell}
            {page.mayExport && (
              <a
                href={paths.leadsExport(owner, list)}
                download
                className="inline-flex h-9 items-center gap-1.5 text-sm text-accent underline"
              >
                <Icon name="download" />
                Export leads
              </a>
            )}
          </>
        }
      />
      <LeadList page={page} home={to({})} next={page.next} stage={stage} />
      <Pager page={page.page} pages={page.pages} to={(n) => to({ ...list, page: String(n) })} />
      <div>
        <h2 className="text-lg font-semibold">Questionnaire</h2>
        <p className="text-sm text-muted">
          {saved ? (
            <>
              Last changed <DateText iso={saved.at} /> by {saved.by}.{' '}
            </>
          ) : (
            'Not set up: scores use stage and activity only. '
          )}
          <span>{page.mayChange ? 'Changes apply immediately.' : 'Owners and admins can change it.'}</span>
        </p>
      </div>
      {page.mayChange ? (
        <QuestionnaireForm key={saved?.at} page={page} lastResult={lastResult} />
      ) : (
        <Card title="Answers">
          <Facts facts={page.facts} />
        </Card>
      )}
      {page.restricted && (
        <Card
          title="Restricted answers"
          description="Visible to owners and admins only."
          actions={
            <LinkButton to={paths.restrictedAnswers(owner)} size="sm" variant="outline">
              Change
            </LinkButton>
          }
        >
          <Facts facts={page.restricted} />
        </Card>
      )}
    </Stack>
  );
}
