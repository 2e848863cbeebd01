/**
 * Compares README.md and .env.example with the code: settings, flags, filter keys, scripts, files.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { readEnv } from 'app/config/env.server';
import { flagTable, localSetting } from 'app/config/flags';
import { textOperators } from 'contract/analytics/filter-keys';
import { FilterConditions } from 'contract/analytics/filters';
import { describe, expect, test } from 'vitest';
import { readSettings } from '../../server/settings';

const readme = readFileSync('README.md', 'utf8');

/** The part of the README from a heading to the next one. */
function section(title: string): string {
  let [, text = ''] = readme.split(new RegExp(`^#+ ${title}$`, 'm'));
  return text.split(/^#+ /m)[0]!;
}

describe('.env.example', () => {
  let lines = readFileSync('.env.example', 'utf8').split('\n');
  let isSetting = (line: string) => /^#[A-Z_]+=/.test(line);
  let settings = lines.filter(isSetting).map((line) => line.slice(1));
  let example = parseEnv(settings.join('\n')) as Record<string, string>;

  test('can be used as it is: it sets nothing, and no value has a comment or quotes', () => {
    expect(lines.filter((line) => line !== '' && !line.startsWith('#'))).toEqual([]);
    expect(settings.filter((line) => /["'#]/.test(line))).toEqual([]);
    // As docker takes a file: whatever is behind the first =, as it stands.
    let plain = settings.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]);
    expect(Object.fromEntries(plain)).toEqual(example);
  });

  test('lists every setting that the code reads, and no other', () => {
    let read = ['contract/shared/settings.ts', 'server/settings.ts', 'app/config/env.server.ts'].flatMap((file) => {
      let [, schema = ''] = /z\.object\(\{\n(.*?)\n\}\);/s.exec(readFileSync(file, 'utf8')) ?? [];
      return [...schema.matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map(([, name]) => name!);
    });
    expect(read.length).toBeGreaterThan(45);
    expect(Object.keys(example).sort()).toEqual([...new Set(read)].sort());
  });

  test('has the default values: the settings are the same with and without it', () => {
    expect(readSettings(example)).toEqual(readSettings({}));
    let secret = { SESSION_SECRETS: 'a secret of these tests that is long' };
    expect(readEnv({ ...example, ...secret })).toEqual(readEnv(secret));
  });
});

describe('the README', () => {
  test('has every flag with its defaults', () => {
    let word = (value: boolean | number) => (typeof value === 'number' ? String(value) : value ? 'on' : 'off');
    let rows = section('Feature flags').matchAll(/^\| `(\w+)` \| (\w+) \| (\w+) \|/gm);
    let flags = Object.entries(flagTable).map(([name, flag]) => [name, word(flag.default), word(flag.local)]);
    expect([...rows].map(([, ...cells]) => cells).sort()).toEqual(flags.sort());
  });

  test('lists the flags of the demo', () => {
    let [, list = ''] = /^FEATURE_FLAGS=(.*)$/m.exec(section('Feature flags')) ?? [];
    expect(list.split(',').sort()).toEqual(localSetting().split(',').sort());
  });

  test('lists the keys and operators of filters', () => {
    let rows = section('Filters').matchAll(/^\| (`.*?) \|/gm);
    let named = [...rows].flatMap(([, cell = '']) => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name!));
    expect(named.sort()).toEqual(Object.keys(FilterConditions.shape).sort());
    for (let operator of textOperators) expect(section('Filters')).toContain(`\`${operator}\``);
  });

  test('shows a valid filter', () => {
    let [, example = ''] = /```json\n(.*?)```/s.exec(section('Filters')) ?? [];
    let { name, ...conditions } = JSON.parse(example) as Record<string, unknown>;
    expect(name).toBeTruthy();
    expect(FilterConditions.strict().safeParse(conditions).error).toBeUndefined();
  });

  test('names scripts that exist', () => {
    let { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
    let named = [...readme.matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name!);
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((name) => !scripts[name])).toEqual([]);
  });
});

test('every cell of docs/compare.md about another product names a source of its list, or says that none is known', () => {
  let [tables, list] = readFileSync('docs/compare.md', 'utf8').split('## Sources') as [string, string];
  let sources = [...list.matchAll(/^- \[(\w+)\]/gm)].map(([, source]) => source!);
  let cited = (text: string) => [...text.matchAll(/\[(\w+)\]/g)].map(([, source]) => source!);
  let rows = tables.split('\n').filter((line) => /^\| [^|-]/.test(line));
  let cells = rows.flatMap((row) =>
    row
      .split('|')
      .slice(3, -1)
      .map((cell) => `${row.split('|')[1]}:${cell}`),
  );
  expect(cells.length).toBeGreaterThan(140);
  expect(cells.filter((cell) => !cell.endsWith(': not stated ') && cited(cell).length === 0)).toEqual([]);
  expect(new Set(cited(tables))).toEqual(new Set(sources));
});

test.each(['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'docs/operations.md', 'docs/security.md'])(
  '%s refers to files that exist',
  (document) => {
    let text = readFileSync(document, 'utf8');
    let links = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, file]) => file!.replaceAll('\\', ''));
    expect(links.length).toBeGreaterThan(0);
    expect(links.filter((file) => !existsSync(path.resolve(path.dirname(document), file)))).toEqual([]);
  },
);
