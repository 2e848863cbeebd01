import { paths } from 'app/links/paths';
import { describe, expect, test } from 'vitest';

describe('links', () => {
  test('have names with slashes and special characters in one segment', () => {
    expect(paths.package('ada', 'npm', '@ada/engine')).toBe('/packages/ada/npm/%40ada%2Fengine');
    expect(paths.package('ada', 'docker', 'library/a b?')).toBe('/packages/ada/docker/library%2Fa%20b%3F');
  });

  test('leave out empty query values', () => {
    expect(paths.analytics('ada')).toBe('/analytics/ada');
    expect(paths.analytics('ada', { package: 'p&1', filter_id: '' })).toBe('/analytics/ada?package=p%261');
    expect(paths.login('/x?y=1')).toBe('/login?backTo=%2Fx%3Fy%3D1');
  });

  test('to the landing page have its own query and that of the visitor', () => {
    let visitor = new URLSearchParams('utm_source=a&utm_source=b');
    expect(paths.landing('https://example.com/start?lang=en', visitor)).toBe(
      'https://example.com/start?lang=en&utm_source=a&utm_source=b',
    );
  });
});

describe('backTo', () => {
  test.each([
    '/packages/ada/overview',
    '/analytics/ada?range=last-month&package=1',
    '/account',
    '/pixels/ada?q=%5Bx%5D',
  ])('keeps %s', (wanted) => {
    expect(paths.backTo(wanted)).toBe(wanted);
  });

  test.each([
    ['/a\r\nSet-Cookie: x', '/aSet-Cookie:%20x'],
    ['/a\\b/../c', '/a/c'],
    ['/ä?q=€#ö', '/%C3%A4?q=%E2%82%AC#%C3%B6'],
    ['/./%5Cevil.example', '/%5Cevil.example'],
  ])('reads %j as a browser does', (wanted, path) => {
    expect(paths.backTo(wanted)).toBe(path);
  });

  // @spec 2: /login with backTo: there, or /home with square brackets; only local paths
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
    '/analytics/%5Bowner%5D',
    '/analytics/%5bowner',
    '/./\\evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    '/.\t/\\evil.example',
    '/%2e/\\evil.example',
    '/\\/evil.example',
    '/..\\\\evil.example',
  ])('leads to /home for %j', (wanted) => {
    expect(paths.backTo(wanted)).toBe('/home');
  });
});
