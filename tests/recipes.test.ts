/**
 * Recipes of CONTRIBUTING.md, followed on a copy of the product: a fictional package type and a
 * fictional page take new files, and a line in each list.
 */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const rooms = [
  'app',
  'contract',
  'edge',
  'gateway',
  'journal',
  'net',
  'matching',
  'verification',
  'sealing',
  'server',
  'cli',
  'tests/support',
];
const files = ['package.json', 'remix.config.js', 'tsconfig.json', 'vitest.config.ts', 'README.md', '.env.example'];

type Line = [list: string, before: string, added: string];

/** The lists, the text before which a line is added, and that line. */
const linesOfType: Line[] = [
  [
    'contract/packages/package-types/list.ts',
    'import type { PackageTypeWords,',
    "import { cassette, type CassetteRule } from './cassette';\n",
  ],
  ['contract/packages/package-types/list.ts', '] as const satisfies', '  cassette,\n'],
  ['contract/packages/package-types/list.ts', '  file: FileRule[];', '  cassette: CassetteRule[];\n'],
  [
    'contract/packages/package-types/fields.ts',
    'import { docker }',
    "import { cassetteFields } from './cassette-fields';\n",
  ],
  ['contract/packages/package-types/fields.ts', '  fileFields,\n] as const', '  cassetteFields,\n'],
  ['edge/package-types/list.ts', 'import { docker }', "import { cassette } from './cassette';\n"],
  ['edge/package-types/list.ts', '  file,\n', '  cassette,\n'],
  ['gateway/packages/types/list.ts', 'import { docker }', "import { cassette } from './cassette';\n"],
  ['gateway/packages/types/list.ts', '  file,\n} satisfies', '  cassette,\n'],
  ['app/features/packages/types/list.ts', 'import { dockerPages }', "import { cassettePages } from './cassette';\n"],
  ['app/features/packages/types/list.ts', 'docker: dockerPages', 'cassette: cassettePages, '],
  [
    'app/features/packages/types/texts.server.ts',
    "  docker: 'Container images",
    "  cassette: 'A tape on a shelf. People ask the gateway for it by name.',\n",
  ],
  [
    'contract/analytics/counting-rules.ts',
    "  file: {\n    'file-download'",
    "  cassette: { play: { version: 1, says: 'A play is a GET of a cassette.', source: sources.own } },\n",
  ],
  [
    'app/ui/package-icon.tsx',
    '  npm: { colour',
    "  cassette: { colour: 'text-chart-5', path: 'M3 7h18v10H3zM8 11v2M16 11v2' },\n",
  ],
];

const linesOfPage: Line[] = [
  ['app/links/paths.ts', '  pixels: (owner: string', '  shelf: (owner: string) => at`/shelf/${owner}`,\n'],
  ['app/session/guards.server.ts', 'share-links|subscription-info', 'shelf|'],
  ['app/session/owner-switch.server.ts', 'pixels|new-pixel', 'shelf|'],
];

/**
 * Copies the product with the files of `tests/fixtures/<fixture>` and the added lines, and runs the
 * fixture's tests there, with `alsoRun` of the product's own. Returns what Vitest printed; throws it
 * when a test fails.
 */
async function follow(fixture: string, lines: Line[], alsoRun: string[] = []): Promise<string> {
  let copy = await mkdtemp(path.join(tmpdir(), 'recipe-'));
  try {
    for (let name of [...rooms, ...files, ...alsoRun]) await cp(name, path.join(copy, name), { recursive: true });
    await symlink(path.resolve('node_modules'), path.join(copy, 'node_modules'));
    let added = path.join('tests/fixtures', fixture);
    for (let name of await readdir(added))
      if (name !== 'tests') await cp(path.join(added, name), path.join(copy, name), { recursive: true });
    for (let name of await readdir(path.join(added, 'tests')))
      await cp(path.join(added, 'tests', name), path.join(copy, 'tests', name.replace(/(?=\.tsx?$)/, '.test')));
    for (let [list, before, line] of lines) {
      let file = path.join(copy, list);
      let text = await readFile(file, 'utf8');
      expect(text.split(before), `${before} in ${list}`).toHaveLength(2);
      await writeFile(
        file,
        text.replace(before, () => line + before),
      );
    }
    let vitest = path.resolve('node_modules/vitest/vitest.mjs');
    let run = promisify(execFile)(process.execPath, [vitest, 'run', '--root', copy], {
      cwd: copy,
      env: { PATH: process.env.PATH, HOME: process.env.HOME, TZ: process.env.TZ, NODE_ENV: 'test' },
    });
    let { stdout } = await run.catch((error: { stdout: string; stderr: string }) => {
      throw new Error(error.stdout + error.stderr);
    });
    // oxlint-disable-next-line no-control-regex
    return stdout.replace(/\u001b\[\d+m/g, '');
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

test(
  'an added package type is created, downloaded, counted and shown',
  { timeout: 180_000, tags: 'slow' },
  async () => {
    expect(await follow('package-type', linesOfType)).toMatch(/Tests +6 passed \(6\)/);
  },
);

test(
  'an added page is guarded like others and keeps its place when the owner is switched',
  { timeout: 180_000, tags: 'slow' },
  async () => {
    expect(await follow('page', linesOfPage, ['tests/routes.test.ts'])).toMatch(/Test Files +2 passed \(2\)/);
  },
);
