/** How many matches are left out because their confidence is low, with a link that shows them. */
import { Link } from '@remix-run/react';
import * as limits from 'contract/limits';
import { formatNumber } from './numbers';

interface LeftOutProps {
  /** Their number, and what one and several of them do: `company matches`, `companies match`. */
  what: readonly [count: number, one: string, several: string];
  /** Address of the page with them; left out where no page shows them. */
  show?: string | undefined;
}

/** Nothing where none is left out. */
export function LowConfidenceNote({ what: [count, one, several], show }: LeftOutProps) {
  if (count === 0) return null;
  let { right, of } = limits.measuredMatches.low;
  return (
    <p className="text-sm text-muted">
      {formatNumber(count)} {count === 1 ? one : several} with low confidence (below {limits.lowConfidenceBelow}) and{' '}
      {count === 1 ? 'is' : 'are'} left out: when it was measured, {right} of {of} such guesses were right.{' '}
      {show && (
        <Link to={show} preventScrollReset className="text-accent underline">
          Show {count === 1 ? 'it' : 'them'}
        </Link>
      )}
    </p>
  );
}
