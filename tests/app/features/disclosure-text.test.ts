/** The text about a version's downloads says only what was counted. */
import { expect, test } from 'vitest';
import { disclosureText } from 'app/features/analytics/disclosure-text.server';

const counts = { total: 1, users: 1, fromCi: 0, countriesKnown: 0, named: 0, isCut: false };
const asked = {
  package: 'tool',
  version: '2.0.0',
  isMajor: false,
  withdrawn: undefined,
  firstDay: '2026-05-01',
  lastDay: '2026-05-01',
  counts,
  recent: { days: 7, downloads: 0 },
};
const withdrawn = {
  version: '2.0.0',
  message: 'Leaks tokens.',
  redirect_to: null,
  is_served: false,
  created_by: null,
  created_at: '2026-05-02T00:00:00.000Z',
};

test('without CI, countries, companies and recent downloads', () => {
  expect(disclosureText(asked)).toBe(
    'tool 2.0.0 was downloaded 1 time through our download gateway on 2026-05-01, by about 1 user (distinct network and client, counted once a month). We know of no downloads by CI. We could not match any company by IP address. In the last 7 days it was not downloaded. This version is still available. These numbers include mirrors and bots. Downloads that bypassed our gateway, for example from a cache, are not included.',
  );
});

test('with all of them', () => {
  let known = { total: 30, users: 20, fromCi: 30, countriesKnown: 2, named: 1_000, isCut: true };
  let text = disclosureText({ ...asked, lastDay: '2026-05-09', counts: known, recent: { days: 7, downloads: 3 } });
  expect(text).toContain('30 times through our download gateway between 2026-05-01 and 2026-05-09, by about 20 users');
  expect(text).toContain(' in 2 countries. All of them came from CI. We could match at least 1,000 companies');
  expect(text).toContain('In the last 7 days it was downloaded 3 times. This version is still available.');
});

test('of a withdrawn and of a deprecated version', () => {
  expect(disclosureText({ ...asked, withdrawn })).toContain(
    'by IP address. We withdrew this version on 2026-05-02: Leaks tokens. These numbers',
  );
  expect(disclosureText({ ...asked, withdrawn: { ...withdrawn, is_served: true } })).toContain(
    'This version is still available, and marked as deprecated: Leaks tokens. These numbers',
  );
});

test('of all versions of a major number', () => {
  let text = disclosureText({ ...asked, version: '2.x', isMajor: true });
  expect(text).toMatch(/^Versions 2\.x of tool were downloaded 1 time through/);
  expect(text).toContain('In the last 7 days they were not downloaded. They are still available.');
  expect(disclosureText({ ...asked, isMajor: true, withdrawn })).toContain('We withdrew these versions on 2026-05-02');
});
