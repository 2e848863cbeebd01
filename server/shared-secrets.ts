/**
 * The installation's secrets when several machines share them: in PostgreSQL, encrypted with
 * SECRETS_ENCRYPTION_KEY. The first process stores them, from its `secrets.json` if it has one.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import type { Records } from 'gateway/floor/db/schema';
import { createSecretSealer, type SecretSealer } from 'gateway/floor/sealer';
import { StoredSecrets, installationSecrets, randomSecret, type InstallationSecrets } from './secrets';
import { SettingsError, type Settings } from './settings';

const note = 'secrets';

/** The first key encrypts, all decrypt. */
export function sharedSealer({ SECRETS_ENCRYPTION_KEY }: Pick<Settings, 'SECRETS_ENCRYPTION_KEY'>): SecretSealer {
  let [first = '', ...earlier] = SECRETS_ENCRYPTION_KEY ?? [];
  return createSecretSealer([first, ...earlier], 'shared by processes');
}

/** Rejects if SECRETS_ENCRYPTION_KEY does not decrypt them, or if they are lost. */
export async function sharedSecrets(
  records: Records,
  settings: Pick<Settings, 'SECRETS_ENCRYPTION_KEY' | 'DATA_DIR'>,
): Promise<InstallationSecrets> {
  let sealer = sharedSealer(settings);
  let sealed = (await read(records)) ?? (await put(records, sealer, settings.DATA_DIR));
  let text = opened(sealer, sealed);
  if (!sealer.isCurrent(sealed, note))
    await records
      .updateTable('notes')
      .set({ text: sealer.seal(text, note) })
      .where('name', '=', note)
      .where('text', '=', sealed)
      .execute();
  return StoredSecrets.parse(JSON.parse(text));
}

/** Rejects if SECRETS_ENCRYPTION_KEY does not decrypt the stored secrets. */
export async function refuseOtherKey(records: Records, sealer: SecretSealer): Promise<void> {
  let sealed = await read(records);
  if (sealed !== undefined) opened(sealer, sealed);
}

function opened(sealer: SecretSealer, sealed: string): string {
  let text = sealer.open(sealed, note);
  if (text !== undefined) return text;
  throw new SettingsError(
    'Settings: SECRETS_ENCRYPTION_KEY cannot decrypt the secrets in PostgreSQL. Set the key that encrypted them, ' +
      'alone or after a new one: NEW,OLD.',
  );
}

async function read(records: Records): Promise<string | undefined> {
  let row = await records.selectFrom('notes').select('text').where('name', '=', note).executeTakeFirst();
  return row?.text;
}

/** If another process was first, its secrets are used. */
async function put(records: Records, sealer: SecretSealer, folder: string): Promise<string> {
  let hasFile = existsSync(path.join(folder, 'secrets.json'));
  if (!hasFile && (await hasPeople(records)))
    throw new Error(
      'PostgreSQL has the people of an installation but not its secrets. Copy secrets.json from the previous machine ' +
        `to ${folder} and start again. The start stores the secrets in PostgreSQL, encrypted; the file is no longer needed.`,
    );
  let fresh: InstallationSecrets = { session: randomSecret(), salt: randomSecret(), earlier: [], visitorsApart: true };
  let secrets = hasFile ? installationSecrets(folder) : fresh;
  await records
    .insertInto('notes')
    .values({ name: note, text: sealer.seal(JSON.stringify(secrets), note) })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  return (await read(records))!;
}

async function hasPeople(records: Records): Promise<boolean> {
  let { rows } = await sql`select 1 from owners limit 1`.execute(records);
  return rows.length > 0;
}
