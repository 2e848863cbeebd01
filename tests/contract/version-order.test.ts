/** The order of versions, by the rules of each package type. */
import { describe, expect, it, test } from 'vitest';
import { isNumbered, isRelease, newestFirst, newestRelease } from 'contract/packages/version-order';

/** Oldest first, as the tools of each type sort them. */
const sorted: Record<string, string[]> = {
  // npm's own `semver`.
  npm: ['1.0.0-0', '1.0.0-alpha', '1.0.0-alpha.1', '1.0.0-beta.2', '1.0.0-beta.11', '1.0.0-rc.1', '1.0.0', '1.10.0'],
  go: [
    'v0.0.0-20240101000000-abcdef123456',
    'v0.1.0',
    'v1.2.3',
    'v1.2.4-0.20240101000000-abcdef123456',
    'v1.2.4-rc.1',
    'v1.2.4',
    'v2.0.0+incompatible',
  ],
  // `packaging.version` of Python.
  python: [
    '0.9',
    '0.10',
    '1.0.dev1',
    '1.0a1.dev2',
    '1.0a1',
    '1.0a1.post1',
    '1.0alpha.3',
    '1.0a10',
    '1.0b1',
    '1.0b2.post345.dev456',
    '1.0b2-346',
    '1.0_beta_4',
    '1.0rc1',
    '1.0c2',
    '1.0preview3',
    '1.0',
    '1.0+abc.5',
    '1.0+abc.7',
    '1.0+5',
    '1.0.post1.dev1',
    '1.0.post1',
    '1.0-3',
    '1.0.r4',
    '1.0.0.1',
    '1.0.1',
    '1.1.dev1',
    '1.1a',
    '1.1b',
    '1.1b2',
    '1.1c',
    '1.1',
    'v3.0',
    '2024.1',
    '20240101b1',
    '20240101',
    '1!0.5',
    '2!0.1rc1',
  ],
  // `ComparableVersion` of Maven 3.
  maven: [
    '1-alpha-1',
    '1-alpha2',
    '1-a3',
    '1-beta-2',
    '1-b3',
    '1-milestone1',
    '1-m3',
    '1-rc',
    '1-cr2',
    '1-SNAPSHOT',
    '1',
    '1-sp',
    '1-sp2',
    '1-abc',
    '1-xyz',
    '1-1',
    '1-2',
    '1.0.1',
    '1.1-SNAPSHOT',
    '1.1',
    '1.2',
    '1.10',
    '2.0-android',
    '2.0-jre',
  ],
  // `dpkg --compare-versions`; files and tags that are named like it.
  file: [
    '0.9',
    '0.10',
    '1.0~beta2',
    '1.0~rc1-1',
    '1.0',
    '1.0-1~bpo12+1',
    '1.0-1',
    '1.0-1+b1',
    '1.0-1+deb12u1',
    '1.0-1+deb12u2',
    '1.0-2',
    '1.0-10',
    '1.0+dfsg-1',
    '1.0.1',
    '1.1.1',
    '1.1.1a',
    '1.1.1w',
    '8u40',
    '8u392',
    '9.6',
    '9.6p1',
    '9.6p2',
    '2023z',
    '2024a',
    '2024b',
    '1:0.5',
  ],
  docker: [
    '',
    'sha256:abcdef',
    'latest',
    'nightly',
    'release-1.9',
    'release-1.10',
    '1.25',
    '1.25.3-alpine',
    '1.25.3-alpine3.19',
    '1.25.3',
    '1.25.4',
    '2.0.0-nightly.5',
    '2.0.0-rc.1',
    '2.0.0',
    '3.12-slim-bookworm',
    '3.12',
  ],
  rubygems: ['1.0.0.alpha', '1.0.0.beta2', '1.0.0.pre', '1.0.0.rc1', '1.0.0.rc10', '1.0.0', '1.9.0', '1.10.0'],
  nuget: [
    '1.0.0-alpha.1',
    '1.0.0-beta',
    '1.0.0-beta.2',
    '1.0.0-beta.11',
    '1.0.0-beta10',
    '1.0.0-beta2',
    '1.0.0',
    '1.0.0.1',
    '2.0.0-preview.1',
    '2.0.0-rc.2',
  ],
  // `VersionParser` of Composer.
  composer: [
    'dev-main',
    '1.0.0-dev',
    '1.0.0-alpha1',
    '1.0.0-beta2',
    '1.0.0-RC1',
    '1.0.0',
    '1.0.0-patch1',
    '1.9.0',
    '1.x-dev',
    'v2.1.0',
    '9.1a',
    '9.1b',
    '9.1-beta2',
    '9.1RC1',
    '9.1',
    '9.1p',
  ],
  hackage: ['0.9', '0.10', '1.0', '1.0.0', '1.0.0.1'],
};

describe.each(Object.entries(sorted))('versions of %s', (type, versions) => {
  it('are sorted by the rules of their type, however they come', () => {
    let shuffled = versions.map((version, i) => ({ version, at: (i * 7_919) % 31 })).sort((a, b) => a.at - b.at);
    for (let given of [versions, versions.toReversed(), shuffled.map(({ version }) => version)])
      expect(given.toSorted(newestFirst(type)).reverse()).toEqual(versions);
  });
});

test('spellings of one version stand beside each other', () => {
  let mixed = ['1.0', '2.0', '1', '1.0.0', '1.Final', '1.1'];
  expect(mixed.toSorted(newestFirst('maven'))).toEqual(['2.0', '1.1', '1.Final', '1.0.0', '1.0', '1']);
});

test('all versions of a major number stand above each of them', () => {
  for (let type of ['npm', 'python', 'file'])
    expect(['3.x', '4.99.1', '5.0.0', '4.x', '3.1.0'].toSorted(newestFirst(type))).toEqual([
      '5.0.0',
      '4.x',
      '4.99.1',
      '3.x',
      '3.1.0',
    ]);
});

test('hashes of commits and sentences are no numbers', () => {
  for (let text of ['7fd1a60b01f91b31', 'sha256:12', 'latest', '9.9.9 visit evil.example', '\u202e9.9', ''])
    expect([text, isNumbered(text), isRelease(text)]).toEqual([text, false, false]);
  expect(isNumbered('20240105')).toBe(true);
  expect(isNumbered('9.9.9 visit evil.example', 'npm')).toBe(false);
});

test('the newest release is the highest that is no prerelease, variant, series or tag', () => {
  let of = (type: string | undefined, ...versions: string[]) =>
    newestRelease(
      versions.map((version) => ({ version })),
      type,
    )?.version;
  expect(of('npm', '1.9.0', '2.0.0-rc.1', '1.10.0', 'latest')).toBe('1.10.0');
  expect(of('python', '2.0rc1', '1.9', '1.9.post1', '2.0.dev3')).toBe('1.9.post1');
  expect(of('maven', '33.0.0-SNAPSHOT', '32.0.0-jre', '31.1-android')).toBe('32.0.0-jre');
  expect(of('docker', '1.25.3-alpine', '1.25.3', '1.26-rc', 'nightly')).toBe('1.25.3');
  expect(of('composer', '2.x-dev', 'dev-main', '1.4.0')).toBe('1.4.0');
  expect(of('rubygems', '7.2.0.beta1', '7.1.3')).toBe('7.1.3');
  expect(of(undefined, 'v3', '2.1')).toBe('v3');
  expect(of(undefined, 'latest', '', 'sha256:12')).toBeUndefined();
});

test('a version as long as one can be, and many of them, are sorted', () => {
  let long = `1.${'9'.repeat(198)}`;
  expect(['1.2', long].toSorted(newestFirst('file'))).toEqual([long, '1.2']);
  let before = process.cpuUsage().user;
  Array.from({ length: 10_000 }, (_, i) => `1.${i}.0-rc.${'9.'.repeat(80)}${i}`).sort(newestFirst('file'));
  expect(process.cpuUsage().user - before).toBeLessThan(5_000_000);
});
