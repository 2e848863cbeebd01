/** Filters as links: each chip leads to the same page with one choice on or off. */
import { Link } from '@remix-run/react';
import { classes } from './class-names';
import { Icon } from './icon';

/** The id that links which change conditions lead to: of the last condition, or of the filter button. */
export const conditionsId = 'conditions';

export interface Chip {
  label: string;
  to: string;
  on: boolean;
}

export function Chips({ label, chips }: { label: string; chips: readonly Chip[] }) {
  return (
    <ul aria-label={label} className="flex flex-wrap gap-2">
      {chips.map((chip) => (
        <li key={chip.label}>
          <Link
            to={chip.to}
            preventScrollReset
            aria-current={chip.on ? 'true' : undefined}
            className={classes(
              'inline-flex min-h-7 items-center gap-1 rounded-2xl border px-3 text-sm wrap-anywhere no-underline',
              chip.on ? 'border-accent bg-accent-soft text-accent-strong' : 'border-line-strong hover:bg-sunken',
            )}
          >
            {chip.on && <Icon name="check" className="size-3.5" />}
            <span>{chip.label}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
