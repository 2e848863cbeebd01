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

/** Renders the page as the server sends it, makes a choice, then runs the scripts. */
function wokenUpAfter(choice: string) {
  let place = document.createElement('div');
  place.innerHTML = renderToString(<Range value="week" />);
  let select = place.querySelector('select')!;
  expect(select.value).toBe('week');
  select.value = choice;
  document.body.append(place);
  let { rerender } = render(<Range value="week" />, { container: place, hydrate: true });
  return { select, show: (value: string) => rerender(<Range value={value} />) };
}

test('a choice made before the scripts ran is kept', () => {
  let { select, show } = wokenUpAfter('year');
  expect(select.value).toBe('year');
  show('week');
  expect(select.value).toBe('year');
});

test('the choice changes with the address', () => {
  let { select, show } = wokenUpAfter('year');
  show('month');
  expect(select.value).toBe('month');
  select.value = 'year';
  show('week');
  expect(select.value).toBe('week');
});
