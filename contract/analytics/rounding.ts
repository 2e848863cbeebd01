/** How figures are rounded: the same on pages, in pictures, emails and alerts. */

const exact = new Intl.NumberFormat('en');

/** `1,234,567`. */
export function wholeNumber(value: number): string {
  return exact.format(value);
}

/** `12%`, `4.3%`, or `<0.1%` if it would round to zero. Empty if `whole` is zero. */
export function percentText(part: number, whole: number): string {
  if (whole <= 0) return '';
  let percent = (part / whole) * 100;
  if (part > 0 && percent < 0.1) return '<0.1%';
  return `${percent < 10 ? percent.toFixed(1) : wholeNumber(Math.round(percent))}%`;
}

export interface RelativeChange {
  text: string;
  direction: 'up' | 'down' | 'same';
}

/** `+12%`, `−4.3%`, `<0.1%`; null if `before` is zero. */
export function changeText({ now, before }: { now: number; before: number }): RelativeChange | null {
  if (before <= 0) return null;
  if (now === before) return { text: '0%', direction: 'same' };
  let difference = percentText(Math.abs(now - before), before);
  let direction = now > before ? ('up' as const) : ('down' as const);
  if (difference.startsWith('<')) return { text: difference, direction };
  return { text: `${direction === 'up' ? '+' : '−'}${difference}`, direction };
}
