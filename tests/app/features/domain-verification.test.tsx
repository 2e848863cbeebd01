/** The status of DNS records on the page of a domain. */
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { DomainStatus } from 'contract/packages/domain-status';
import { DomainVerification } from 'app/features/domains/domains-card';

function pageWith(cname: Partial<DomainStatus['records'][number]>): string {
  let name = 'downloads.example.com';
  let status: DomainStatus = {
    domain: name,
    state: 'verified',
    records: [
      {
        type: 'CNAME',
        name,
        value: 'later.gateway.example',
        found: ['before.gateway.example'],
        matches: false,
        has_earlier_name: false,
        ...cname,
      },
    ],
    checked_at: '2026-01-02T03:04:05.000Z',
    answered: true,
    verified_at: '2026-01-02T03:04:05.000Z',
    verified_by: 'cname',
    next_check_at: null,
  };
  let html = renderToStaticMarkup(
    <DomainVerification owner="later" domainRef={name} status={status} mayCheck={false} />,
  );
  return html.replace(/<[^>]+>/g, '');
}

test('a record that points to an earlier name is shown as valid', () => {
  let text = pageWith({ matches: true, has_earlier_name: true });
  expect(text).toContain('The record points to an earlier name, which still works: before.gateway.example');
  expect(text).not.toMatch(/Not found|Found instead|No record found/);
});

test('a record that points elsewhere is shown as not found', () => {
  let text = pageWith({});
  expect(text).toContain('Found instead: before.gateway.example');
  expect(text).not.toContain('earlier name');
});
