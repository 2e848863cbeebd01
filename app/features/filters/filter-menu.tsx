/** The filter button of a report's tools: a condition to add, the bot switch, and saved filters. */
import { Link } from '@remix-run/react';
import { useState } from 'react';
import { LinkButton } from '../../ui/button';
import { loadLazily } from '../../ui/lazy-load';
import { formatCount } from '../../ui/numbers';
import { type Chip, Chips, conditionsId } from '../../ui/chips';
import { Popover } from '../../ui/popover';
import type { ActiveFilters } from './filters.server';

interface FilterMenuProps {
  filters: Pick<ActiveFilters, 'chips' | 'globals' | 'settings' | 'conditions' | 'add'>;
  bots: Chip | null | undefined;
  /** Of a company: the switch for matches of low confidence. */
  low?: Chip | undefined;
}

export function FilterMenu({ filters: { chips, globals, settings, conditions, add }, bots, low }: FilterMenuProps) {
  let [part, setPart] = useState<typeof import('./condition-fields') | null>(null);
  let saved = chips.find(({ on }, i) => on && i > 0);
  return (
    <Popover
      id={conditions.chips.length > 0 ? undefined : conditionsId}
      onReach={async () => setPart(part ?? (await loadLazily(() => import('./condition-fields'))))}
      trigger={<span className="max-w-40 truncate">{saved?.label ?? 'Filter'}</span>}
      active={saved !== undefined || globals > 0}
    >
      {part ? (
        <part.ConditionFields key={add.kept.next} {...add} />
      ) : (
        <LinkButton to={`${add.action}?${new URLSearchParams(add.kept).toString()}`} variant="outline">
          Add condition
        </LinkButton>
      )}
      <p className="text-muted">Or click any value on this page.</p>
      {bots && <Chips label="Bots" chips={[bots]} />}
      {low && <Chips label="Matches" chips={[low]} />}
      {chips.length > 0 && <Chips label="Saved filters" chips={chips} />}
      {globals > 0 && (
        <p className="text-muted">
          {formatCount(globals, 'persisted filter')} {globals === 1 ? 'is' : 'are'} active.
        </p>
      )}
      {settings && <Link to={settings}>Manage filters</Link>}
    </Popover>
  );
}
