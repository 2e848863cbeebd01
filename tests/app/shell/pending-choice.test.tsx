// @vitest-environment jsdom
/** A choice in a report: how the page looks while it loads, and after it failed. */
import { createRemixStub } from '@remix-run/testing';
import { Link, useLoaderData } from '@remix-run/react';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { QuerySelect } from 'app/forms/query-select';
import { ReportTools } from 'app/forms/report-tools';
import { Main } from 'app/shell/main';

/** Answers the loader that waits; `next` is asked for the page of each address. */
let answers: ((range: string) => void)[] = [];
afterEach(() => (answers = []));

function Page() {
  let range = useLoaderData() as string;
  return (
    <Main className="wide">
      <ReportTools action="/report" kept={{}}>
        <QuerySelect label="Date range" name="range" value={range}>
          <option value="week">Week</option>
          <option value="month">Month</option>
        </QuerySelect>
      </ReportTools>
      <div id="countries-table">
        {range === 'week' && <Link to="/report?range=month">Germany</Link>}
        <Link to="/report?range=week">Japan</Link>
      </div>
    </Main>
  );
}

async function openReport() {
  let isFirst = true;
  let Stub = createRemixStub([
    {
      path: '/report',
      Component: Page,
      loader: () => {
        if (!isFirst) return new Promise<string>((resolve) => answers.push(resolve));
        isFirst = false;
        return 'week';
      },
    },
  ]);
  render(<Stub initialEntries={['/report?range=week']} />);
  return screen.findByLabelText<HTMLSelectElement>('Date range');
}

async function answer(range: string) {
  await waitFor(() => expect(answers).toHaveLength(1));
  await act(async () => answers.pop()!(range));
}

test('the old numbers are dimmed and marked as loading until the new ones are there', async () => {
  let select = await openReport();
  let main = screen.getByRole('main');
  expect([main.ariaBusy, main.className.includes('aria-busy:opacity-60')]).toEqual([null, true]);
  fireEvent.change(select, { target: { value: 'month' } });
  await waitFor(() => expect(main).toHaveAttribute('aria-busy', 'true'));
  expect(screen.getByRole('status')).toHaveTextContent('Loading the numbers of your choice.');
  await answer('month');
  await waitFor(() => expect(main).not.toHaveAttribute('aria-busy'));
  expect([select.value, screen.getByRole('status').textContent]).toEqual(['month', '']);
});

test('the control goes back to the numbers that are shown when a choice fails', async () => {
  let select = await openReport();
  fireEvent.change(select, { target: { value: 'month' } });
  await answer('week');
  await waitFor(() => expect(select.value).toBe('week'));
});

test('a row that its own choice removes leaves the focus in its list', async () => {
  await openReport();
  let row = screen.getByRole('link', { name: 'Germany' });
  row.focus();
  fireEvent.click(row);
  await answer('month');
  await waitFor(() => expect(screen.getByRole('link', { name: 'Japan' })).toHaveFocus());
});
