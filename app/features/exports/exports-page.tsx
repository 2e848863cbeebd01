import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import type { SubmissionResult } from '@conform-to/react';
import { LinkButton } from '../../ui/button';
import { Card } from '../../ui/card';
import { NextStep, type NextStepContent } from '../../ui/empty-state';
import { PageTitle } from '../../ui/page-title';
import { Pager } from '../../ui/pager';
import { Part } from '../../ui/part';
import { Stack } from '../../ui/stack';
import { DownloadForm } from './download-form';
import type { DownloadChoice } from './downloads.server';
import { ExportRunList, ScheduledExportForm, ScheduledExportList } from './scheduled-exports';
import type { ExportChoices, NamedOption, ScheduledExportsData } from './scheduled-exports.server';
import { paths } from '../../links/paths';

interface ExportsPageProps {
  home: string;
  /** Path of the archives, if permitted. */
  archive?: string | undefined;
  kinds: readonly NamedOption[];
  choice: DownloadChoice;
  choices: ExportChoices;
  schedules: ScheduledExportsData | null;
  next: NextStepContent | null;
  range: ReactNode;
  lastResult?: SubmissionResult<string[]>;
}

export function ExportsPage(props: ExportsPageProps) {
  let { home, archive, kinds, choice, choices, schedules, next, range, lastResult } = props;
  return (
    <Stack>
      <PageTitle
        title="Exports"
        description={
          <>
            Download your data.{' '}
            <Link to={paths.docs('exports')} className="text-accent underline">
              How exports work
            </Link>
          </>
        }
        actions={
          archive && (
            <LinkButton to={archive} variant="outline" size="sm">
              Full backup
            </LinkButton>
          )
        }
      />
      {next && (
        <Card>
          <NextStep step={next} />
        </Card>
      )}
      <DownloadForm home={home} kinds={kinds} choice={choice} choices={choices} range={range} />
      {schedules && (
        <>
          {schedules.exports.length > 0 && (
            <Card title="Daily exports" description="Each day’s files, sent shortly after midnight UTC.">
              <ScheduledExportList home={home} exports={schedules.exports} />
            </Card>
          )}
          <Card title="Schedule a daily export" description="To your S3 bucket. We write a test file first.">
            <div className="max-w-2xl">
              <ScheduledExportForm
                key={schedules.exports.map(({ id }) => id).join()}
                choices={choices}
                lastResult={lastResult}
              />
            </div>
          </Card>
          <Part title="History of daily exports" of={schedules.runs}>
            {(runs) =>
              (schedules.exports.length > 0 || runs.length > 0) && (
                <Card
                  title="History of daily exports"
                  description="Last 90 days, newest first."
                  actions={
                    runs.some(({ status }) => status === 'running' || status === 'waiting') && (
                      <LinkButton to={home} variant="outline" size="sm" preventScrollReset>
                        Refresh
                      </LinkButton>
                    )
                  }
                  flush
                >
                  <ExportRunList runs={runs} />
                </Card>
              )
            }
          </Part>
          <Pager page={schedules.page} pages={schedules.pages} to={(page) => `${home}?page=${page}`} />
        </>
      )}
    </Stack>
  );
}
