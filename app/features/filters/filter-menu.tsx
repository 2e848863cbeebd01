/** The filter button of a report's tools: the bot switch, and saved filters. */
import { Link } from '@remix-run/react';
import { formatCount } from '../../ui/numbers';
import { type Chip, Chips } from '../../ui/chips';
import { Popover } from '../../ui/popover';
import type { ActiveFilters } from './filters.server';

interface FilterMenuProps {
  filters: Pick<ActiveFilters, 'chips' | 'globals' | 'settings'>;
  bots: Chip | null | undefined;
  /** Of a company: the switch for matches of low confidence. */
  low?: Chip | undefined;
}

export function FilterMenu({ filters: { chips, globals, settings }, bots, low }: FilterMenuProps) {
  let saved = chips.find(({ on }, i) => on && i > 0);
  return (
    <Popover
      trigger={<span className="max-w-40 truncate">{saved?.label ?? 'Filter'}</span>}
      active={saved !== undefined || globals > 0}
    >
      <p className="text-muted">Click any value on this page to filter by it.</p>
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
