import type { ReactNode } from 'react';
import { RenderedChart } from '../../charts/rendered-chart';
import { formatCompact, formatInteger } from '../../ui/numbers';
import { Card } from '../../ui/card';
import { ChangeText } from '../../ui/change-text';
import { MissingPart } from '../../ui/part';
import { type TabLink, Tabs } from '../../ui/tabs';
import { UniqueInfo } from '../../shell/unique-info';
import type { TotalCard } from './total-cards.server';
import type { ReportPicture } from './report-views.server';
import type { RenderedReport, ReportFigures } from './report-summary.server';

type Terms = Pick<ReportFigures, 'rangeLabel' | 'comparedWith' | 'isIncomplete' | 'notCompared'>;

/** What the note of a report says about its numbers. */
export function reportTerms({ rangeLabel, comparedWith, isIncomplete, notCompared }: Terms) {
  return {
    before: [rangeLabel + (comparedWith && ` vs. ${comparedWith}`), ...(isIncomplete ? ['today so far'] : [])],
    definitions: notCompared,
  };
}

interface ReportHeadProps {
  figures: RenderedReport<ReportFigures>;
  note?: ReactNode;
  /** Alternatives to the line chart, and the selected one. */
  views?: readonly TabLink[];
  picture?: ReportPicture | null;
}

export function ReportHead({ figures, note, views, picture }: ReportHeadProps) {
  let { charts, rangeLabel: description } = figures;
  let shown = picture
    ? [{ drawing: picture, title: picture.title, description: picture.description }]
    : charts.map((drawing) => ({ drawing, title: drawing.title, description }));
  return (
    <>
      <TotalCards cards={figures.cards} comparedWith={figures.comparedWith} />
      {shown.length === 0 && <MissingPart title="Over Time" />}
      {shown.map(({ title, description, drawing }, i) => (
        <Card
          key={title}
          title={title}
          description={(i === 0 && note) || description}
          actions={views && i === 0 && <Tabs label="Shown as" tabs={views} />}
        >
          <RenderedChart drawing={drawing} />
        </Card>
      ))}
    </>
  );
}

export function TotalCards({ cards, comparedWith }: { cards: readonly TotalCard[]; comparedWith: string }) {
  return (
    <dl className="grid grid-cols-2 gap-2 sm:gap-3 lg:grid-cols-4 print:grid-cols-4">
      {cards.map((card) => (
        <div
          key={card.label}
          className="relative grid min-w-0 grid-cols-[minmax(0,1fr)_auto] content-start rounded-lg border border-line bg-surface px-3 py-1.5 sm:px-4 sm:py-2"
        >
          <dt className="text-xs text-muted sm:text-sm">{card.label}</dt>
          {card.isUnique && (
            <dd className="h-4">
              <UniqueInfo />
            </dd>
          )}
          <dd className="col-span-2 flex flex-wrap items-baseline gap-x-2">
            <span className="text-xl font-semibold tabular-nums sm:text-2xl" title={formatInteger(card.value)}>
              {card.text || formatCompact(card.value)}
            </span>
            {card.before && (
              <ChangeText
                change={card.change}
                title={`${card.before} in ${comparedWith}`}
                fresh={card.newText}
                why={card.why}
              />
            )}
          </dd>
          {card.beside && <dd className="col-span-2 text-xs text-muted">{card.beside}</dd>}
        </div>
      ))}
    </dl>
  );
}
