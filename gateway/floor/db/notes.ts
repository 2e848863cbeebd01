/** What the installation remembers of itself, by name: a text each. */
import type { Records } from './schema';

/** What is remembered under a name; undefined where nothing is. */
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

/** Writes something; rejects where the records take no writes. */
export async function checkRecordsWritable(records: Records): Promise<void> {
  await writeNote(records, 'last write that was tried', String(Date.now()));
}
