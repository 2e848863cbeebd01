// @vitest-environment jsdom
/** The exports page in a browser: its history is that of daily exports. */
import { createRemixStub } from '@remix-run/testing';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ExportsPage } from 'app/features/exports/exports-page';
import { readDownload } from 'app/features/exports/downloads.server';
import type { ScheduledExportsData } from 'app/features/exports/scheduled-exports.server';

const daily = {
  id: 'e1',
  to: 's3://bucket/daily',
  through: '',
  what: ['Companies'],
  madeBy: 'grace',
  madeAt: '2026-11-26T10:00:00Z',
};

async function show(exports: ScheduledExportsData['exports']) {
  let page = (
    <ExportsPage
      home="/exports"
      kinds={[]}
      choice={readDownload(new URLSearchParams())}
      choices={{ packages: [], pixels: [], filters: [], formats: [] }}
      schedules={{ exports, runs: [], page: 1, pages: 1 }}
      next={null}
      range={null}
    />
  );
  let Stub = createRemixStub([{ path: '/', Component: () => page }]);
  render(<Stub />);
  await screen.findByRole('button', { name: 'Download' });
}

test('a page without daily exports has no history, which downloads would not be in', async () => {
  await show([]);
  expect(screen.queryByText(/History/)).toBeNull();
  expect(screen.queryByText(/No .*exports yet/)).toBeNull();
});

test('a scheduled export has a history before its first day', async () => {
  await show([daily]);
  expect(screen.getByText('History of daily exports')).toBeDefined();
  expect(screen.getByText('The first one is sent shortly after midnight UTC.')).toBeDefined();
});
