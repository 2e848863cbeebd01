import { type OwnerContext, paths, switchOwner } from 'app/paths';
import { describe, expect, test } from 'vitest';

const ada: OwnerContext = { tag: 'user', context: 'ada' };
const labs: OwnerContext = { tag: 'organization', context: 'hopper-labs' };

describe('links', () => {
  test('names with slashes and signs stand in one segment', () => {
    expect(paths.package('ada', 'npm', '@ada/engine')).toBe('/packages/ada/npm/%40ada%2Fengine');
    expect(paths.package('ada', 'docker', 'library/a b?')).toBe('/packages/ada/docker/library%2Fa%20b%3F');
  });

  test('empty query values are left out', () => {
    expect(paths.analytics('ada')).toBe('/analytics/ada');
    expect(paths.analytics('ada', { package: 'p&1', filter_id: '' })).toBe('/analytics/ada?package=p%261');
    expect(paths.login('/x?y=1')).toBe('/login?backTo=%2Fx%3Fy%3D1');
  });

  test('the landing page keeps its own query and gets the visitor’s', () => {
    let visitor = new URLSearchParams('utm_source=a&utm_source=b');
    expect(paths.landing('https://example.com/start?lang=en', visitor)).toBe(
      'https://example.com/start?lang=en&utm_source=a&utm_source=b',
    );
  });
});

describe('backTo', () => {
  test.each(['/packages/ada/overview', '/analytics/ada?range=last-month&package=1', '/account'])(
    '%s is kept',
    (wanted) => {
      expect(paths.backTo(wanted)).toBe(wanted);
    },
  );

  test.each([
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    'evil.example',
    '',
    '/analytics/[owner]',
    '/a]',
  ])('%j leads to /home', (wanted) => {
    expect(paths.backTo(wanted)).toBe('/home');
  });
});

describe('switching the owner (spec section 2)', () => {
  test.each([
    ['/account', '/organizations/hopper-labs'],
    ['/account/lead-generation', '/organizations/hopper-labs/lead-generation'],
    ['/account/filters', '/organizations/hopper-labs/filters'],
    ['/account/billing', '/organizations/hopper-labs/billing'],
    ['/home/ada', '/home/hopper-labs'],
    ['/dashboard/ada', '/dashboard/hopper-labs'],
    ['/analytics/ada?range=last-month', '/analytics/hopper-labs?range=last-month'],
    ['/analytics/ada?range=last-month&package=1&filter_id=2', '/analytics/hopper-labs?range=last-month&filter_id=2'],
    ['/packages/ada/overview', '/packages/hopper-labs/overview'],
    ['/packages/ada/management', '/packages/hopper-labs/management'],
    ['/packages/ada/npm/%40ada%2Fengine', '/packages/hopper-labs/overview'],
    ['/packages/ada/npm/engine/edit', '/packages/hopper-labs/overview'],
    ['/pixels/ada', '/pixels/hopper-labs'],
    ['/pixels/ada/123/edit', '/pixels/hopper-labs'],
    ['/new-package/ada?type=docker', '/new-package/hopper-labs?type=docker'],
    ['/new-package/ada/1/created', '/home/hopper-labs'],
    ['/new-pixel/ada/1/created', '/home/hopper-labs'],
    ['/collections/ada', '/collections/hopper-labs'],
    ['/insights/ada', '/insights/hopper-labs'],
    ['/companies/ada/example.com', '/companies/hopper-labs/example.com'],
    ['/leads/ada/restricted-answers', '/organizations/hopper-labs/lead-generation'],
    ['/data-providers/ada/clearbit', '/organizations/hopper-labs'],
    ['/search?owner=ada&q=engine', '/search?owner=hopper-labs&q=engine'],
    ['/organizations', '/organizations'],
    ['/admin?x=1', '/admin?x=1'],
  ])('%s leads an organization to %s', (from, to) => {
    expect(switchOwner(from, labs)).toBe(to);
  });

  test.each([
    ['/organizations/hopper-labs', '/account'],
    ['/organizations/hopper-labs/lead-generation', '/account/lead-generation'],
    ['/leads/hopper-labs/restricted-answers', '/account/lead-generation'],
    ['/data-providers/hopper-labs/clearbit', '/account'],
    ['/organizations/hopper-labs/filters', '/account/filters'],
    ['/home/hopper-labs?filter_id=7', '/home/ada?filter_id=7'],
    ['/packages/hopper-labs/docker/compiler', '/packages/ada/overview'],
  ])('%s leads a person to %s', (from, to) => {
    expect(switchOwner(from, ada)).toBe(to);
  });

  test('from one organization to another', () => {
    expect(switchOwner('/organizations/other/filters', labs)).toBe('/organizations/hopper-labs/filters');
  });
});
