/** What of a journal is sent together. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { nextRecords } from 'gateway/events/clickhouse/ship-journal';
import { openDamageLog } from 'journal/damage-log';
import { journalFolder } from 'journal/files';
import { headerLine, lineOf, recordLine } from 'journal/format';
import { createJournalReader } from 'journal/reader';
import { madeEvent } from 'tests/support/made-event';

let made = madeEvent({ artifactId: '55555555-5555-4555-8555-555555555555', time: 1_700_000_000_000 });

it('records before an unreadable one are sent, and then it is reported', async () => {
  let folder = mkdtempSync(path.join(tmpdir(), 'shipped-'));
  mkdirSync(journalFolder(folder));
  let write = (name: string, text: string) => writeFileSync(path.join(journalFolder(folder), name), text);
  let origin = { node: 'a-node', epoch: 'an-epoch' };
  write('1.log', headerLine(origin) + recordLine(0, [made]) + recordLine(1, [made]));
  write('2.log', lineOf(JSON.stringify({ format: 99, ...origin, fields: [] })));
  let damage = await openDamageLog(folder, () => undefined);
  let reader = createJournalReader(folder, [], damage);
  expect(await nextRecords(reader, new Map())).toMatchObject([
    { place: 0, after: 0, next: 1 },
    { place: 1, after: 1, next: 2 },
  ]);
  await expect(nextRecords(reader, new Map())).rejects.toThrow('it has format 99');
  await damage.close();
  rmSync(folder, { recursive: true });
});
