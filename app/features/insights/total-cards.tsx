/** The cards at the head of a report. */
import { compact, exact } from '../../charts/numbers';
import { Sparkline } from '../../charts/sparkline';
import type { Card } from './cards.server';
import { ChangeText } from './change-text';

/** `comparedWith` says which period the changes are taken of. */
export function TotalCards({ cards, comparedWith }: { cards: readonly Card[]; comparedWith: string }) {
  return (
    <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      {cards.map((card) => (
        <div
          key={card.label}
          className="flex min-w-0 flex-col gap-1 rounded-lg border border-line bg-surface p-3 sm:p-4"
        >
          <dt className="text-sm text-muted">{card.label}</dt>
          <dd className="flex flex-wrap items-baseline gap-x-2">
            <span className="text-xl font-semibold tabular-nums sm:text-2xl" title={exact(card.value)}>
              {compact(card.value)}
            </span>
            <ChangeText change={card.change} title={`${card.before} in ${comparedWith}`} />
          </dd>
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
