/**
 * Compares README.md, docs/ and .env.example with the code: settings, flags, filter keys, scripts,
 * links.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { readEnv } from 'app/config/env.server';
import { flagTable } from 'app/config/flags';
import { textOperators } from 'contract/analytics/filter-keys';
import { FilterConditions } from 'contract/analytics/filters';
import { describe, expect, test } from 'vitest';
import { readSettings } from '../../server/settings';
import { allSettings, withSettings } from '../../tools/settings-table';

const read = (file: string) => readFileSync(file, 'utf8');
const documents = [
  ...readdirSync('.').filter((name) => /^[A-Z]+\.md$/.test(name)),
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => path.join('docs', name)),
];
const configuration = read('docs/configuration.md');
const api = read('docs/api.md');

/** The part of a document from a heading to the next one. */
function section(document: string, title: string): string {
  let [, text = ''] = document.split(new RegExp(`^#+ ${title}$`, 'm'));
  return text.split(/^#+ /m)[0]!;
}

test('the release has one version, in package.json, the image and the changelog', () => {
  let { version } = JSON.parse(read('package.json')) as { version: string };
  expect(read('Dockerfile')).toContain(`org.opencontainers.image.version=${version} `);
  expect(/^## (\d\S+) \(\d{4}-\d\d-\d\d\)$/m.exec(read('CHANGELOG.md'))?.[1]).toBe(version);
});

describe('.env.example', () => {
  let lines = read('.env.example').split('\n');
  let isSetting = (line: string) => /^#[A-Z_]+=/.test(line);
  let settings = lines.filter(isSetting).map((line) => line.slice(1));
  let example = parseEnv(settings.join('\n')) as Record<string, string>;

  test('can be used as it is: it sets nothing, and no value has a comment or quotes', () => {
    expect(lines.filter((line) => line !== '' && !line.startsWith('#'))).toEqual([]);
    expect(settings.filter((line) => /["'#]/.test(line))).toEqual([]);
    // As docker reads a file: everything after the first =, unchanged.
    let plain = settings.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]);
    expect(Object.fromEntries(plain)).toEqual(example);
  });

  test('lists every setting that the code reads, and no other', async () => {
    let names = Object.keys(await allSettings());
    expect(names.length).toBeGreaterThan(45);
    expect(Object.keys(example).sort()).toEqual(names.sort());
  });

  test('has the default values: the settings are the same with and without it', () => {
    expect(readSettings(example)).toEqual(readSettings({}));
    let secret = { SESSION_SECRETS: 'a secret of these tests that is long' };
    expect(readEnv({ ...example, ...secret })).toEqual(readEnv(secret));
  });
});

test('docs/configuration.md has the settings of today: npx tsx tools/settings-table.ts writes them', async () => {
  expect(await withSettings(configuration)).toBe(configuration);
  for (let name of Object.keys(await allSettings())) expect(configuration).toContain(`\n| \`${name}\` | `);
});

describe('docs/security.md', () => {
  let security = read('docs/security.md');

  test('names tests and files that exist', () => {
    let files = ['tests', 'app', 'contract', 'edge', 'gateway', 'matching', 'net', 'sealing', 'server'].flatMap(
      (room) => readdirSync(room, { recursive: true, encoding: 'utf8' }).map((name) => `/${path.join(room, name)}`),
    );
    let named = [...security.matchAll(/`([\w./-]+\.tsx?|attack\/\w+)`/g)].map(([, name]) => name!);
    expect(named.length).toBeGreaterThan(80);
    let isMissing = (name: string) => !files.some((file) => file.endsWith(`/${name}`) || file.includes(`/${name}.`));
    expect(named.filter(isMissing)).toEqual([]);
  });

  test('lists every outside system that a setting names', async () => {
    let systems = section(security, 'Outside systems');
    let isOutside = (name: string) => /_(?:URL|ISSUER|SERVERS|ENDPOINT|APP_ID|SECRET_KEY|COUNTS)$/.test(name);
    let isListed = (name: string) => systems.includes(name) || systems.includes(`${name.split('_')[0]}_*`);
    expect(Object.keys(await allSettings()).filter((name) => isOutside(name) && !isListed(name))).toEqual([]);
  });
});

describe('the documentation', () => {
  test('has every flag with its defaults', () => {
    let word = (value: boolean | number) => (typeof value === 'number' ? String(value) : value ? 'on' : 'off');
    let rows = section(configuration, 'Feature flags').matchAll(/^\| `(\w+)` \| (\w+) \| (\w+) \|/gm);
    let flags = Object.entries(flagTable).map(([name, flag]) => [name, word(flag.default), word(flag.local)]);
    expect([...rows].map(([, ...cells]) => cells).sort()).toEqual(flags.sort());
  });

  test('lists the keys and operators of filters', () => {
    let rows = section(api, 'Filters').matchAll(/^\| (`.*?) \|/gm);
    let named = [...rows].flatMap(([, cell = '']) => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name!));
    expect(named.sort()).toEqual(Object.keys(FilterConditions.shape).sort());
    for (let operator of textOperators) expect(section(api, 'Filters')).toContain(`\`${operator}\``);
  });

  test('shows a valid filter', () => {
    let [, example = ''] = /```json\n(.*?)```/s.exec(section(api, 'Filters')) ?? [];
    let { name, ...conditions } = JSON.parse(example) as Record<string, unknown>;
    expect(name).toBeTruthy();
    expect(FilterConditions.strict().safeParse(conditions).error).toBeUndefined();
  });

  test('names scripts that exist', () => {
    let { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    let named = documents.flatMap((file) => [...read(file).matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name!));
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((name) => !scripts[name])).toEqual([]);
  });

  test('names programs of tools/ that exist', () => {
    let named = documents.flatMap((file) => [...read(file).matchAll(/\btools\/[\w./-]+\.(?:ts|mjs|sh)\b/g)]);
    expect(named.length).toBeGreaterThan(10);
    expect(named.map(([file]) => file).filter((file) => !existsSync(file))).toEqual([]);
  });
});

test('every cell of docs/compare.md about another product names a source of its list, or says that none is known', () => {
  let [tables, list] = read('docs/compare.md').split('## Sources') as [string, string];
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

/** The anchors of a document's headings, as GitHub makes them. */
function anchorsOf(file: string): string[] {
  let headings = [...read(file).matchAll(/^#+ (.*)$/gm)].map(([, title]) => title!);
  return headings.map((title) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  );
}

test.each(documents)('%s: every link leads to a file, and to a heading of it', (document) => {
  let links = [...read(document).matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)/g)];
  let wrong = links.filter(([, file, anchor]) => {
    let target = file ? path.join(path.dirname(document), file.replaceAll('\\', '')) : document;
    return !existsSync(target) || (anchor && !anchorsOf(target).includes(anchor));
  });
  expect(wrong.map(([link]) => link)).toEqual([]);
});

test('the README is short, and says how to check a change', () => {
  expect(Buffer.byteLength(read('README.md'))).toBeLessThan(9_000);
  expect(read('README.md')).toContain('npm ci && npm test');
});
