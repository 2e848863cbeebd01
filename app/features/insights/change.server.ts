/** How a number compares with the one of the period before. */
import { share } from '../../charts/numbers';

export interface Change {
  /** `+12.3%`, `−4.0%`, `<0.1%`, `0%`. */
  text: string;
  direction: 'up' | 'down' | 'same';
}

/**
 * The change from `previous` to `current`; null when there was nothing before, which no percentage
 * can be taken of.
 */
export function changeOf(current: number, previous: number): Change | null {
  if (previous <= 0) return null;
  if (current === previous) return { text: '0%', direction: 'same' };
  let difference = share(Math.abs(current - previous), previous);
  let direction = current > previous ? ('up' as const) : ('down' as const);
  if (difference.startsWith('<')) return { text: difference, direction };
  return { text: `${direction === 'up' ? '+' : '−'}${difference}`, direction };
}
