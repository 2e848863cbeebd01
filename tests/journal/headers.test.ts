/** The first lines of a journal's segments, of which no more is read than they need. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { journalFolder } from 'journal/files';
import { headerLine, lineOf } from 'journal/format';
import { epochsOf } from 'journal/headers';

it('epochs are those of all segments, also where a first line is long or nothing was written', async () => {
  let folder = mkdtempSync(path.join(tmpdir(), 'headers-'));
  mkdirSync(journalFolder(folder));
  let write = (name: string, text: string) => writeFileSync(path.join(journalFolder(folder), name), text);
  let more = 'x'.repeat(200_000);
  write('1.log', lineOf(JSON.stringify({ seq: 0, events: [{ id: more }] })));
  write('2.log', `${headerLine({ node: 'a-node', epoch: 'an-epoch' })}${more}\n`);
  write('3.log', '');
  expect(await epochsOf(folder)).toMatchObject([{ epoch: 'format 1' }, { node: 'a-node', epoch: 'an-epoch' }]);
  rmSync(folder, { recursive: true });
});
