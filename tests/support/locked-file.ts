/** Locks a SQLite file from another process, as a backup or a second program does. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { sql } from 'kysely';
import type { Records } from 'gateway/floor/db/schema';

const program = `
  let Libsql = require(process.argv[1]);
  let database = new Libsql(process.argv[2]);
  database.exec('begin immediate');
  process.stdout.write('locked');
  process.stdin.once('data', () => {
    database.exec('rollback');
    database.close();
    process.exit();
  });
`;

/** Takes the write lock of a control store; resolves with what releases it. */
export async function lockRecords(records: Records): Promise<() => Promise<void>> {
  let { rows } = await sql<{ file: string }>`select file from pragma_database_list`.execute(records);
  let libsql = createRequire(import.meta.url).resolve('libsql');
  let child = spawn(process.execPath, ['-e', program, libsql, rows[0]!.file], { stdio: ['pipe', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  let gone = once(child, 'exit');
  return async () => {
    child.stdin.write('free');
    await gone;
  };
}
