/**
 * A change against the period before, told by sign and words as well as by colour; a dash where
 * there was nothing before.
 */
import type { Change } from './change.server';

const looks = {
  up: { ink: 'text-good', spoken: 'up' },
  down: { ink: 'text-bad', spoken: 'down' },
  same: { ink: 'text-muted', spoken: 'unchanged' },
} as const;

/** `title` says what it is compared with. */
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
