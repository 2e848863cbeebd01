/** The head of every report: cards and lines over time. */
import type { ReactNode } from 'react';
import type { ChartMark } from '../../charts/days.server';
import { LineChart } from '../../charts/line-chart';
import { compact, exact } from '../../ui/numbers';
import { Sparkline } from '../../charts/sparkline';
import { Card } from '../../ui/card';
import type { Change } from './counts.server';
import type { Figures, TotalCard } from './report-summary.server';

interface ReportHeadProps {
  figures: Figures;
  /** What is counted, under the cards. */
  note?: ReactNode;
  /** Where counting has changed. */
  mark?: ChartMark | null | undefined;
  /** Address of the numbers of the charts as a file. */
  file?: string;
}

export function ReportHead({ figures, note, mark, file }: ReportHeadProps) {
  return (
    <>
      <TotalCards cards={figures.cards} comparedWith={figures.comparedWith} />
      <p className="-mt-2 text-xs text-muted">
        {figures.uniqueWords} Changes compare with {figures.comparedWith}.
        {figures.isRunning && ' Today is not over yet.'}
      </p>
      {note}
      {figures.charts.map(({ title, chart, bucketName, note }) => (
        <Card
          key={title}
          title={title}
          description={figures.rangeLabel}
          actions={
            file && (
              <a href={file} download className="text-sm text-accent underline">
                Numbers as CSV
              </a>
            )
          }
        >
          <LineChart chart={chart} title={title} bucketName={bucketName} mark={mark} note={note} />
        </Card>
      ))}
    </>
  );
}

/** `comparedWith` is the period of the comparison. */
export function TotalCards({ cards, comparedWith }: { cards: readonly TotalCard[]; comparedWith: string }) {
  return (
    <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      {cards.map((card) => (
        <div
          key={card.label}
          className="flex min-w-0 flex-col gap-1 rounded-lg border border-line bg-surface p-3 sm:p-4"
        >
          <dt className="text-sm text-muted">{card.label}</dt>
          {card.value !== null && (
            <dd className="flex flex-wrap items-baseline gap-x-2">
              <span className="text-xl font-semibold tabular-nums sm:text-2xl" title={exact(card.value)}>
                {compact(card.value)}
              </span>
              <ChangeText change={card.change} title={`${card.before} in ${comparedWith}`} />
            </dd>
          )}
          {card.parts.map(({ label, value }) => (
            <dd key={label} className="flex flex-wrap items-baseline gap-x-2">
              <span className="text-lg font-semibold tabular-nums">{value}</span>
              <span className="text-sm text-muted">{label}</span>
            </dd>
          ))}
          {card.unique && <dd className="text-xs text-muted">{card.unique}</dd>}
          {card.spark && (
            <dd className="mt-auto pt-1">
              <Sparkline data={card.spark} />
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}

const looks = {
  up: { ink: 'text-good', spoken: 'up' },
  down: { ink: 'text-bad', spoken: 'down' },
  same: { ink: 'text-muted', spoken: 'unchanged' },
} as const;

/** A change with sign and text as well as color. `title` says what it is compared with. */
export function ChangeText({ change, title }: { change: Change | null; title?: string }) {
  if (!change)
    return (
      <span className="text-sm text-muted" title="Nothing to compare with in the period before">
        <span aria-hidden="true">-</span>
        <span className="sr-only">nothing to compare with</span>
      </span>
    );
  let { ink, spoken } = looks[change.direction];
  return (
    <span className={`text-sm font-medium tabular-nums ${ink}`} title={title}>
      <span className="sr-only">{spoken} </span>
      {change.text}
    </span>
  );
}
