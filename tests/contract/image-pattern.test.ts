import { describe, expect, it, test } from 'vitest';
import {
  canonicalPattern,
  isImagePath,
  matchesImage,
  moreSpecificPattern,
  readImagePattern,
  type ImagePattern,
} from 'contract/packages/image-pattern';

function read(pattern: string): ImagePattern {
  let found = readImagePattern(pattern);
  if (!found) throw new Error(`${pattern} cannot be read`);
  return found;
}

describe('an image matches', () => {
  it.each([
    ['app', 'app', true],
    ['app', 'apps', false],
    ['library/*', 'library/nginx', true],
    ['library/*', 'library/a/b', false],
    ['library/*', 'library', false],
    ['library/*', 'other/nginx', false],
    ['*/*', 'a/b', true],
    ['*', 'a', true],
    ['*', 'a/b', false],
    ['team/{cli,server}', 'team/cli', true],
    ['team/{cli,server}', 'team/client', false],
    ['team/{cli,server}', 'team/cli,server', false],
    ['team/{a,ab}{c,bc}', 'team/abc', true],
    ['team/{a,ab}{c,bc}', 'team/abbc', true],
    ['team/{a,ab}{c,bc}', 'team/ab', false],
    ['team/app-*', 'team/app-1.0', true],
    ['team/app-*', 'team/app-', true],
    ['team/*-{x,y}', 'team/a-b-y', true],
    ['team/*-{x,y}', 'team/a-b-z', false],
    ['{a,b}/*/c', 'b/anything/c', true],
    ['team/\\*', 'team/*', true],
    ['team/\\*', 'team/a', false],
    ['team/{a\\,b,c}', 'team/a,b', true],
    ['team/\\{a\\}', 'team/{a}', true],
  ])('%s, %s: %s', (pattern, image, matches) => {
    expect(matchesImage(read(pattern), image)).toBe(matches);
  });

  it('within a second, for any pattern', () => {
    let hard = read(`${'{a,aa}'.repeat(60)}${'*a'.repeat(60)}b`);
    expect(matchesImage(hard, 'a'.repeat(255))).toBe(false);
  });
});

test.each([
  '',
  '/',
  'a/',
  '/a',
  'a//b',
  '{a',
  'a}',
  '{}',
  '{a,}',
  '{,a}',
  '{a{b}}',
  '{a*}',
  'a,b',
  'a\\',
  '\\a',
  '{a/b}',
])('refuses the pattern %s', (pattern) => {
  expect(readImagePattern(pattern)).toBeNull();
});

test.each([
  ['{b,a,b}/**', '{a,b}/*'],
  ['{a}b\\,', 'ab\\,'],
])('normalizes %s to %s', (pattern, spelled) => {
  expect(canonicalPattern(read(pattern))).toBe(spelled);
});

test('puts the more specific pattern first', () => {
  let patterns = ['*/*', 'team/*', 'team/a*', '*/app', 'team/{app,cli}', 'team/app-1'];
  let sorted = patterns.map(read).sort(moreSpecificPattern).map(canonicalPattern);
  expect(sorted).toEqual(['team/app-1', 'team/{app,cli}', 'team/a*', 'team/*', '*/app', '*/*']);
});

test.each([
  ['library/nginx', true],
  ['a/b-c/d__e.f', true],
  ['Library/nginx', false],
  ['a//b', false],
  ['a/../b', false],
  [`a/${'b'.repeat(254)}`, false],
])('accepts %s as an image path: %s', (path, is) => {
  expect(isImagePath(path)).toBe(is);
});
