// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { intervalLabels, formatMoney, priceText, statusLabels } from 'app/ui/billing-labels';
import { TrialBadge } from 'app/shell/trial-badge';
import { expect, test } from 'vitest';

// @spec 4: Subscription states and their labels; billing intervals
test('every state of a subscription has its label', () => {
  expect(Object.fromEntries(Object.entries(statusLabels).map(([status, { label }]) => [status, label]))).toEqual({
    none: 'None',
    active: 'Active',
    trialing: 'Trial',
    past_due: 'Past Due',
    others: 'Other',
    unpaid: 'Unpaid',
    canceled: 'Canceled',
    incomplete: 'Incomplete',
    incomplete_expired: 'Expired',
  });
});

// @spec 4: Subscription states and their labels; billing intervals
test('intervals and prices are written out', () => {
  expect(Object.values(intervalLabels)).toEqual(['Daily', 'Weekly', 'Monthly', 'Yearly', 'OneTime']);
  expect(formatMoney(123_450, 'usd')).toBe('$1,234.50');
  expect(priceText({ amount: 1_900, currency: 'usd', interval: 'monthly' })).toBe('$19.00 per month');
});

// @spec 4: Trial badge: green with days left (long and short), yellow once expired; hidden while
//   suppressed
test.each([
  [0, 'Trial - 0 days left'],
  [1, 'Trial - 1 day left'],
  [-1, 'Trial - Expired'],
])('the badge of a trial with %i days left is: %s', (days, words) => {
  let { container } = render(<TrialBadge days={days} />);
  expect(screen.getByText(words)).toBeInTheDocument();
  let { container: good } = render(<TrialBadge days={5} />);
  let lookOf = (root: HTMLElement) => root.firstElementChild?.className;
  expect(lookOf(container) === lookOf(good)).toBe(days >= 0);
});
