/**
 * Route templates: the paths they match, the variables they capture, their targets, and the
 * templates that are refused.
 */
import { describe, expect, test } from 'vitest';
import { mergeQuery } from 'edge/requests/address';
import { compileTarget } from 'edge/requests/target';
import { ambiguousPath } from 'contract/packages/file-routes/ambiguity';
import { compileIncoming, matchIncoming } from 'contract/packages/file-routes/template';

function capture(template: string, path: string, query = ''): Record<string, string> | null {
  let incoming = compileIncoming(template);
  let captures = incoming && matchIncoming(incoming, path, query);
  return captures && { ...captures.text };
}

function locationOf(template: string, path: string, target: string, query = ''): string | null {
  let captures = matchIncoming(compileIncoming(template)!, path, query);
  return captures && compileTarget(target)!(captures);
}

describe('incoming paths', () => {
  test.each<[template: string, path: string, captured: Record<string, string> | null]>([
    ['/install.sh', '/install.sh', {}],
    ['/install.sh', '/install.sh/', null],
    ['/install.sh', '/Install.sh', null],
    ['/{version}', '/1.2.3', { version: '1.2.3' }],
    ['/{version}', '/', null],
    ['/{version}', '/1/2', null],
    ['/{a}/{b}', '/x/y', { a: 'x', b: 'y' }],
    ['/{name}-{version}.tgz', '/tool-1.0.tgz', { name: 'tool', version: '1.0' }],
    ['/app-{version}-{platform}.tar.gz', '/app-1.0-linux-amd64.tar.gz', { version: '1.0', platform: 'linux-amd64' }],
    ['/app-{version}.zip', '/app-.zip', null],
    ['/app-{version}.zip', '/app-1.zip.sig', null],
    ['/{+path}', '/a/b/c', { path: 'a/b/c' }],
    ['/{+path}/sum', '/a/b/sum', { path: 'a/b' }],
    ['/{+path}/x/{file}.zip', '/q/x/w/x/z.zip', { path: 'q/x/w', file: 'z' }],
    ['/{+path}/x/{file}.zip', '/q/x/w/z/1.zip', null],
    ['/{+a}-{b}/{+c}', '/x/y-z/1/2', { a: 'x/y', b: 'z', c: '1/2' }],
    ['/get{/os,arch}', '/get/linux/arm64', { os: 'linux', arch: 'arm64' }],
    ['/file{.ext}', '/file.zip', { ext: 'zip' }],
    ['/x{;v}', '/x;v=1', { v: '1' }],
    ['/{a,b}', '/1,2', { a: '1', b: '2' }],
    ['/{name}', '/a%20b', { name: 'a b' }],
    ['/{name}', '/%C3%A9', { name: 'é' }],
    ['/{name}', '/100%', { name: '100%' }],
    ['/{name}', '/%ff', { name: '%ff' }],
    ['/caf%c3%a9/{v}', '/caf%C3%A9/1', { v: '1' }],
    ['/{v}/tool-{v}.tgz', '/1.0/tool-1.0.tgz', { v: '1.0' }],
    ['/{v}/tool-{v}.tgz', '/1.0/tool-1.1.tgz', null],
    ['/{v}/{name}-{v}.tgz', '/1-2/my-tool-1-2.tgz', { v: '1-2', name: 'my-tool' }],
    ['/{v}/{name}-{v}/{os}', '/1/a-1-1/linux', { v: '1', name: 'a-1', os: 'linux' }],
    ['/{a}-{a}', '/x-y-x-y', { a: 'x-y' }],
    ['/{a}-{a}', '/x-y-x', null],
    ['/{name}@{v}', '/@scope@1', { name: '@scope', v: '1' }],
  ])('%s matches %s as %o', (template, path, captured) => {
    expect(capture(template, path)).toEqual(captured);
  });

  test.each<[template: string, query: string, captured: Record<string, string> | null]>([
    ['/d{?v,os}', 'os=linux&v=1', { v: '1', os: 'linux' }],
    ['/d{?v}', '', { v: '' }],
    ['/d?v={v}', 'x=1&v=2', { v: '2' }],
    ['/d?v={v}', 'x=1', null],
    ['/{v}?v={v}', 'v=d', { v: 'd' }],
    ['/{v}?v={v}', 'v=e', null],
    ['/d?channel=beta', 'channel=beta', {}],
    ['/d?channel=beta', 'channel=stable', null],
  ])('%s with ?%s is %o', (template, query, captured) => {
    expect(capture(template, '/d', query)).toEqual(captured);
  });

  test.each(['/{', '/{}', '/{a b}', '/x#{y}', '/{a', '/a}b', '/a?b{c}=d'])('%s is not served', (template) => {
    expect(compileIncoming(template)).toBeNull();
  });

  test('a hostile path does not slow down matching: the work grows linearly with its length', () => {
    let hostile = compileIncoming('/{a}-{b}-{+c}-{d}-{+e}-{f}-{g}x')!;
    for (let path of ['-'.repeat(8_000), '-/'.repeat(4_000), 'a-'.repeat(4_000), '-a/'.repeat(2_500)]) {
      expect(matchIncoming(hostile, `/${path}`, '')).toBeNull();
    }
  }, 2_000);
});

describe('a template', () => {
  test.each([
    ['/{name}-{version}.tgz', '/x--x.tgz'],
    ['/{a}{b}', '/xxx'],
    ['/{a,b}', '/x,,x'],
    ['/{+a}/x/{+b}', '/x/x/x/x'],
    ['/{+a}-{b}/c', '/x--x/c'],
  ])('%s is ambiguous: %s is split in two ways', (template, path) => {
    let example = ambiguousPath(template)!;
    expect(example.path).toBe(path);
    for (let split of example.splits)
      expect(
        template.replace(/\{\+?([^{}]*)\}/g, (_, names: string) =>
          names
            .split(',')
            .map((n) => split[n])
            .join(),
        ),
      ).toBe(path);
    expect(example.splits[0]).not.toEqual(example.splits[1]);
  });

  test.each([
    '/{version}',
    '/{a}/{b}',
    '/{+path}/{file}.zip',
    '/{+path}/x/{file}.zip',
    '/{v}/tool-{v}.tgz',
    '/{v}/{name}-{v}.tgz',
    '/get{/os,arch}{?q}',
    `/${'abc/'.repeat(400)}{a}/${'def/'.repeat(50)}{+b}/z`,
  ])('%s is unambiguous', (template) => {
    expect(ambiguousPath(template)).toBeNull();
  });
});

describe('targets', () => {
  test.each<[template: string, path: string, target: string, location: string | null]>([
    ['/{v}', '/1.0', 'https://e.com/{v}/app', 'https://e.com/1.0/app'],
    ['/{v}', '/a%2Fb', 'https://e.com/{v}', 'https://e.com/a%2Fb'],
    ['/{v}', '/a%20b', 'https://e.com/{v}', 'https://e.com/a%20b'],
    ['/{v}', '/a+b', 'https://e.com/{v}', 'https://e.com/a%2Bb'],
    ['/{+p}', '/a/b%20c', 'https://e.com/{+p}', 'https://e.com/a/b%20c'],
    ['/{+p}', '/a/b%3Fc', 'https://e.com/{+p}', 'https://e.com/a/b%3Fc'],
    ['/{+p}', '/a/%2523', 'https://e.com/{+p}', 'https://e.com/a/%2523'],
    ['/{+p}', '/a/b', 'https://e.com/{p}', 'https://e.com/a%2Fb'],
    ['/{v}', '/1', 'https://e.com{/v}{?v}', 'https://e.com/1?v=1'],
    ['/{v}', '/%0d%0aSet-Cookie:x', 'https://e.com/{v}', 'https://e.com/%0D%0ASet-Cookie%3Ax'],
    ['/{+v}', '/%0d%0aSet-Cookie:x', 'https://e.com/{+v}', 'https://e.com/%0d%0aSet-Cookie:x'],
    ['/{v}', '/%2e%2e', 'https://e.com/{v}/app', null],
    ['/{+v}', '/a/../../b', 'https://e.com/dl/{+v}', null],
    ['/{+v}', '/a/%2E%2e/b', 'https://e.com/dl/{+v}', null],
    ['/{a}/{b}', '/./.', 'https://e.com/{a}{b}/c', null],
    ['/{v}', '/..', 'https://e.com/app?next={v}', 'https://e.com/app?next=..'],
    ['/{v}', '/@evil.com', 'https://e.com/{v}', 'https://e.com/%40evil.com'],
    ['/{+v}', '//evil.com', 'https://e.com/{+v}', 'https://e.com//evil.com'],
  ])('%s with %s leads through %s to %s', (template, path, target, location) => {
    expect(locationOf(template, path, target)).toBe(location);
  });

  test.each([
    'https://{host}/x',
    'https://e.com{v}',
    'https://e{v}.com/',
    '{+url}',
    'ftp://e.com/{v}',
    'https:///{v}',
    'https://e.com:{port}/',
    'https://{u}@e.com/',
  ])('%s is refused: a variable could change the host', (target) => {
    expect(compileTarget(target)).toBeNull();
  });
});

describe('queries', () => {
  test.each<[target: string, query: string, merged: string]>([
    ['https://e.com/x', '', 'https://e.com/x'],
    ['https://e.com/x', 'a=1&b=2', 'https://e.com/x?a=1&b=2'],
    ['https://e.com/x?a=0', 'a=1&b=2', 'https://e.com/x?a=0&b=2'],
    ['https://e.com/x?a=0', 'a=1', 'https://e.com/x?a=0'],
    ['https://e.com/x', 'a=1&a=2', 'https://e.com/x?a=1'],
    ['https://e.com/x?', 'a=1', 'https://e.com/x?a=1'],
    ['https://e.com/x#part', 'a=1', 'https://e.com/x?a=1#part'],
    ['https://e.com/x?a%20b=0', 'a+b=1&c', 'https://e.com/x?a%20b=0&c'],
    ['https://e.com/x', '&&a=1&', 'https://e.com/x?a=1'],
    ['https://e.com/x?k=', 'k=1', 'https://e.com/x?k='],
  ])('%s and ?%s result in %s', (target, query, merged) => {
    expect(mergeQuery(target, query)).toBe(merged);
  });
});
