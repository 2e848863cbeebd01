/** How many low-confidence matches are hidden, with a link that shows them. */
import { Link } from '@remix-run/react';
import * as limits from 'contract/floor/limits';
import { formatInteger } from './numbers';

interface LeftOutProps {
  count: number;
  /** URL that shows them, if there is one. */
  show?: string | undefined;
}

export function LowConfidenceNote({ count, show }: LeftOutProps) {
  if (count === 0) return null;
  let { right, of } = limits.measuredMatches.low;
  return (
    <p className="text-sm text-muted">
      <span title={`About ${Math.round((100 * right) / of)}% accurate`}>
        {formatInteger(count)} uncertain {count === 1 ? 'match' : 'matches'} hidden
      </span>
      {show && (
        <>
          {' · '}
          <Link to={show} preventScrollReset className="text-accent underline">
            Show<span className="sr-only"> uncertain matches</span>
          </Link>
        </>
      )}
    </p>
  );
}
