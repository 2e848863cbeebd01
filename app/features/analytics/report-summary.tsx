import { figures } from 'contract/analytics/figures';
import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { RenderedChart } from '../../charts/rendered-chart';
import { formatCompact, formatInteger } from '../../ui/numbers';
import { Card } from '../../ui/card';
import { classes } from '../../ui/class-names';
import { ChangeText } from '../../ui/change-text';
import { MissingPart } from '../../ui/part';
import { type TabLink, Tabs } from '../../ui/tabs';
import { UniqueInfo } from '../../shell/unique-info';
import type { DrawnLine, DrawnLinks, TotalCard } from './total-cards.server';
import type { ReportPicture } from './report-views.server';
import type { RenderedReport, ReportFigures } from './report-summary.server';

type Terms = Pick<ReportFigures, 'rangeLabel' | 'comparedWith' | 'isIncomplete' | 'notCompared'>;

/** What the note of a report says about its numbers. */
export function reportTerms({ rangeLabel, comparedWith, isIncomplete, notCompared }: Terms) {
  return {
    before: [rangeLabel + (comparedWith && ` vs. ${comparedWith}`), ...(isIncomplete ? ['today incomplete'] : [])],
    definitions: notCompared,
  };
}

interface ReportHeadProps {
  figures: RenderedReport<ReportFigures>;
  note?: ReactNode;
  /** Alternatives to the line chart, and the selected one. */
  views?: readonly TabLink[];
  picture?: ReportPicture | null;
  /** Charts of the numbers. */
  drawn?: DrawnLinks;
}

export function ReportHead({ figures: shownFigures, note, views, picture, drawn }: ReportHeadProps) {
  let { charts, rangeLabel: description, cards, comparedWith } = shownFigures;
  let shown = picture
    ? [{ drawing: picture, title: picture.title, description: picture.description }]
    : charts.map((drawing) => ({ drawing, title: drawing.title, description }));
  return (
    <>
      <TotalCards cards={cards} comparedWith={comparedWith} drawn={drawn} now={shownFigures.drawn} />
      {shown.length === 0 && <MissingPart title="Over time" />}
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

interface TotalCardsProps extends Pick<ReportHeadProps, 'drawn'> {
  /** The one that the chart shows. */
  now?: DrawnLine | undefined;
  cards: readonly TotalCard[];
  comparedWith: string;
}

/** One strip: the first number is that of the page. Unique IPs are behind the ⓘ of unique users. */
export function TotalCards({ cards, comparedWith, drawn, now }: TotalCardsProps) {
  let shown = cards.filter(({ label }) => label !== figures.networks.label);
  let others = {
    networks: cards.find(({ label }) => label === figures.networks.label),
    perUserDay: cards.find(({ perUserDay }) => perUserDay)?.perUserDay,
  };
  let firstUnique = shown.find(({ isUnique }) => isUnique);
  return (
    <dl
      className={classes(
        'grid gap-3 rounded-xl border border-line bg-surface px-4 py-3 sm:flex sm:flex-wrap sm:gap-x-12 sm:px-6 sm:py-4',
        shown.length === 3 ? 'grid-cols-3' : 'grid-cols-2',
      )}
    >
      {shown.map((card, i) => (
        <div
          key={card.label}
          className="relative grid min-w-0 grid-cols-[auto_minmax(0,1fr)] content-between gap-x-1.5"
        >
          <dt className={classes('text-xs text-muted', !card.isUnique && 'col-span-2')}>{card.label}</dt>
          {card.isUnique && (
            <dd className="h-4 text-muted">
              <UniqueInfo>{card === firstUnique && <OtherMeasures {...others} />}</UniqueInfo>
            </dd>
          )}
          <dd className="col-span-2 flex flex-wrap items-baseline gap-x-2">
            <span
              className={classes(
                'font-semibold tracking-tight tabular-nums',
                i === 0 ? 'text-2xl sm:text-[2.5rem] sm:leading-12' : 'text-lg sm:text-2xl',
              )}
              title={formatInteger(card.value)}
            >
              <NumberLink to={card.line && drawn?.[card.line]} isCurrent={card.line === now}>
                {card.text || formatCompact(card.value)}
              </NumberLink>
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

/** Draws the number. */
function NumberLink({ to, isCurrent, children }: { to?: string | undefined; isCurrent: boolean; children: ReactNode }) {
  if (!to) return children;
  return (
    <Link
      to={to}
      preventScrollReset
      aria-current={isCurrent ? 'true' : undefined}
      className="decoration-accent decoration-2 underline-offset-8 hover:underline aria-[current]:underline"
    >
      {children}
    </Link>
  );
}

interface OtherMeasuresProps {
  networks: TotalCard | undefined;
  perUserDay: string | undefined;
}

function OtherMeasures({ networks, perUserDay }: OtherMeasuresProps) {
  return (
    <span className="mt-2 block">
      {networks && (
        <span className="block">
          {networks.label}: {formatInteger(networks.value)}
        </span>
      )}
      {perUserDay && <span className="block">Downloads: {perUserDay} without same-day repeats</span>}
    </span>
  );
}
