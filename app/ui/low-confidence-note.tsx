/** How many low-confidence matches are hidden, with a link that shows them. */
import { Link } from '@remix-run/react';
import * as limits from 'contract/floor/limits';
import { formatInteger } from './numbers';

interface LeftOutProps {
  /** Count, singular and plural: `company matches`, `companies match`. */
  what: readonly [count: number, one: string, several: string];
  /** URL that shows them, if there is one. */
  show?: string | undefined;
}

export function LowConfidenceNote({ what: [count, one, several], show }: LeftOutProps) {
  if (count === 0) return null;
  let { right, of } = limits.measuredMatches.low;
  return (
    <p className="text-sm text-muted">
      {formatInteger(count)} {count === 1 ? one : several} with low confidence {count === 1 ? 'is' : 'are'} hidden
      (about {Math.round((100 * right) / of)}% accurate).{' '}
      {show && (
        <Link to={show} preventScrollReset className="text-accent underline">
          Show {count === 1 ? 'it' : 'them'}
        </Link>
      )}
    </p>
  );
}
