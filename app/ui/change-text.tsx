import type { RelativeChange } from 'contract/analytics/rounding';

const looks = {
  up: { ink: 'text-good', spoken: 'up' },
  down: { ink: 'text-bad', spoken: 'down' },
  same: { ink: 'text-muted', spoken: 'unchanged' },
} as const;

interface ChangeTextProps {
  change: RelativeChange | null;
  title?: string;
  /** Shown without a change. */
  fresh?: string | undefined;
  /** Why it is not compared. */
  why?: string | undefined;
}

/** Sign and text, not color alone. Nothing without earlier data. */
export function ChangeText({ change, title, fresh, why }: ChangeTextProps) {
  if (why)
    return (
      <span className="text-xs text-muted" title={why}>
        <span className="sm:hidden" aria-hidden="true">
          –
        </span>
        <span className="max-sm:sr-only">not compared</span>
      </span>
    );
  if (fresh)
    return (
      <span className="text-sm font-medium text-good" title={fresh}>
        new
      </span>
    );
  if (!change) return null;
  let { ink, spoken } = looks[change.direction];
  return (
    <span className={`text-sm font-medium tabular-nums ${ink}`} title={title}>
      <span className="sr-only">{spoken} </span>
      {change.text}
    </span>
  );
}
