// @vitest-environment jsdom
import { render } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { QuerySelect } from 'app/forms/query-select';

function Range({ value }: { value: string }) {
  return (
    <QuerySelect label="Date range" name="range" value={value}>
      <option value="week">Week</option>
      <option value="month">Month</option>
      <option value="year">Year</option>
    </QuerySelect>
  );
}

/** Renders the page as the server sends it, selects a value, then runs the scripts. */
function hydratedAfter(choice: string) {
  let place = document.createElement('div');
  place.innerHTML = renderToString(<Range value="week" />);
  let select = place.querySelector('select')!;
  expect(select.value).toBe('week');
  select.value = choice;
  document.body.append(place);
  let { rerender } = render(<Range value="week" />, { container: place, hydrate: true });
  return { select, show: (value: string) => rerender(<Range value={value} />) };
}

test('a value selected before the scripts ran is kept', () => {
  let { select, show } = hydratedAfter('year');
  expect(select.value).toBe('year');
  show('week');
  expect(select.value).toBe('year');
});

test('the selection changes with the address', () => {
  let { select, show } = hydratedAfter('year');
  show('month');
  expect(select.value).toBe('month');
  select.value = 'year';
  show('week');
  expect(select.value).toBe('week');
});
