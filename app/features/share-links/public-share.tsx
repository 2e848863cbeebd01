import type { SubmissionResult } from '@conform-to/react';
import { figures } from 'contract/analytics/figures';
import { BarList } from '../../charts/bar-list';
import { RenderedChart } from '../../charts/rendered-chart';
import { AppForm, useAppForm } from '../../forms/app-form';
import { TextField } from '../../forms/fields';
import { FormError } from '../../forms/form-error';
import { SubmitButton } from '../../forms/submit';
import { paths } from '../../links/paths';
import { Card } from '../../ui/card';
import { ChangeText } from '../../ui/change-text';
import { Chips } from '../../ui/chips';
import { EmptyState } from '../../ui/empty-state';
import { PageTitle } from '../../ui/page-title';
import { Stack } from '../../ui/stack';
import { UniqueInfo } from '../../shell/unique-info';
import type { sharePage } from './public-share.server';

export function SharedPage({
  title,
  noun,
  span,
  ranges,
  cards,
  notCompared,
  chart,
  lists,
}: ReturnType<typeof sharePage>) {
  return (
    <Stack>
      <PageTitle title={title} description={span} actions={<Chips label="Range" chips={ranges} />} />
      <dl className="grid grid-cols-2 gap-3 lg:grid-cols-[repeat(auto-fit,minmax(12rem,1fr))]">
        {cards.map(({ label, value, change, before, why }) => (
          <div
            key={label}
            className="relative grid min-w-0 grid-cols-[minmax(0,1fr)_auto] rounded-lg border border-line bg-surface p-3 sm:p-4"
          >
            <dt className="text-sm text-muted">{label}</dt>
            {(label === figures.users.label || label === figures.visitors.label) && (
              <dd>
                <UniqueInfo />
              </dd>
            )}
            <dd className="col-span-2 flex flex-wrap items-baseline gap-x-2">
              <span className="text-xl font-semibold tabular-nums sm:text-2xl">{value}</span>
              <ChangeText change={change} title={before} why={why} />
            </dd>
          </div>
        ))}
      </dl>
      {notCompared.map((why) => (
        <p key={why} className="text-sm text-muted">
          {why}
        </p>
      ))}
      <Card title={chart.title}>
        <RenderedChart drawing={chart} />
      </Card>
      {lists.length > 0 && (
        <div className="-mb-5 gap-5 lg:mb-0 lg:columns-2">
          {lists.map(({ label, bars }) => (
            <Card key={label} title={`${noun} by ${label.toLowerCase()}`} className="mb-5 break-inside-avoid">
              {bars.length === 0 ? (
                <p className="text-sm text-muted">No data for this period.</p>
              ) : (
                <BarList bars={bars} title={`${noun} by ${label.toLowerCase()}`} nameLabel={label} valueLabel={noun} />
              )}
            </Card>
          ))}
        </div>
      )}
      <p className="text-xs text-muted">
        Updated every 5 minutes.{' '}
        <a href={paths.howWeCount()} className="text-accent underline">
          How we count
        </a>
      </p>
    </Stack>
  );
}

export function SharePassword({ lastResult }: { lastResult?: SubmissionResult<string[]> }) {
  let form = useAppForm(lastResult);
  return (
    <div className="mx-auto w-full max-w-md py-6">
      <h1 className="sr-only">Shared numbers</h1>
      <Card title="This link needs a password" description="Ask the person who shared the link.">
        <AppForm form={form}>
          <FormError />
          <TextField name="password" label="Password" type="password" autoComplete="off" />
          <div>
            <SubmitButton pending="Opening …">Open</SubmitButton>
          </div>
        </AppForm>
      </Card>
    </div>
  );
}

export function ShareUnavailable({ title, sentence }: { title: string; sentence: string }) {
  return (
    <Card>
      <h1 className="sr-only">{title}</h1>
      <EmptyState title={title}>{sentence}</EmptyState>
    </Card>
  );
}
