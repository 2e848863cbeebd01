/** Key-value store of the installation. */
import type { Records } from './schema';

export async function readNote(records: Records, name: string): Promise<string | undefined> {
  let row = await records.selectFrom('notes').select('text').where('name', '=', name).executeTakeFirst();
  return row?.text;
}

export async function writeNote(records: Records, name: string, text: string): Promise<void> {
  await records
    .insertInto('notes')
    .values({ name, text })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ text }))
    .execute();
}

/** Rejects if the records accept no writes. */
export async function checkRecordsWritable(records: Records): Promise<void> {
  await writeNote(records, 'last write that was tried', String(Date.now()));
}
