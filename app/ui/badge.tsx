import type { ReactNode } from 'react';
import { keysOf } from 'contract/floor/keys-of';
import { classes } from './class-names';

const colours = {
  default: 'bg-sunken text-ink border-line',
  red: 'bg-bad-soft text-bad border-bad/30',
  yellow: 'bg-warn-soft text-warn border-warn/30',
  orange: 'bg-sunken text-chart-2 border-chart-2/40',
  green: 'bg-good-soft text-good border-good/30',
  blue: 'bg-accent-soft text-accent-strong border-accent/30',
  purple: 'bg-sunken text-chart-4 border-chart-4/40',
  pink: 'bg-sunken text-chart-5 border-chart-5/40',
} as const;

export type BadgeColour = keyof typeof colours;
export const badgeColours = keysOf(colours);

export function Badge({ colour = 'default', children }: { colour?: BadgeColour; children: ReactNode }) {
  return (
    <span
      className={classes(
        'inline-flex items-center rounded-full border px-2 py-0.5 text-xs font-medium whitespace-nowrap',
        colours[colour],
      )}
    >
      {children}
    </span>
  );
}
