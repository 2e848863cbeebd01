/**
 * Seals stored secrets again that an earlier secret of the installation has sealed, so that the
 * earlier one can be removed.
 */
import type { Logger } from 'pino';
import { keyHolder } from '../reports/data-provider/data-provider';
import type { Records } from '../floor/db/schema';
import type { SecretSealer } from '../floor/sealer';

const sealedParts = ['address', 'secret', 'earlier_secret'] as const;

/** Reseals what the current secret does not open. What no secret opens stays, with a warning. */
export async function reseal(records: Records, sealer: SecretSealer, log: Logger): Promise<void> {
  let counts = { again: 0, unreadable: 0 };
  let fresh = (sealed: string, belongsTo: string): string => {
    if (sealer.isCurrent(sealed, belongsTo)) return sealed;
    let text = sealer.open(sealed, belongsTo);
    counts[text === undefined ? 'unreadable' : 'again']++;
    return text === undefined ? sealed : sealer.seal(text, belongsTo);
  };
  await records.transaction().execute(async (change) => {
    for (let { user_id, secret, unseen_codes } of await change.selectFrom('two_factors').selectAll().execute()) {
      let now = { secret: fresh(secret, user_id), unseen_codes: unseen_codes && fresh(unseen_codes, user_id) };
      let row = change.updateTable('two_factors').where('user_id', '=', user_id).where('secret', '=', secret);
      await row.set(now).execute();
    }
    for (let { id, secret } of await change.selectFrom('scheduled_exports').selectAll().execute()) {
      let row = change.updateTable('scheduled_exports').where('id', '=', id).where('secret', '=', secret);
      await row.set({ secret: fresh(secret, id) }).execute();
    }
    for (let { id, sealed } of await change
      .selectFrom('emails')
      .select(['id', 'sealed'])
      .where('sealed', '!=', '')
      .execute()) {
      let row = change.updateTable('emails').where('id', '=', id).where('sealed', '=', sealed);
      await row.set({ sealed: fresh(sealed, id) }).execute();
    }
    for (let one of await change
      .selectFrom('destinations')
      .select(['id', ...sealedParts])
      .execute()) {
      let parts = sealedParts.map((part) => [part, one[part] && fresh(one[part], one.id)]);
      let row = change.updateTable('destinations').where('id', '=', one.id).where('secret', '=', one.secret);
      await row.set(Object.fromEntries(parts)).execute();
    }
    for (let { id, sealed_token: sealed } of await change
      .selectFrom('share_links')
      .select(['id', 'sealed_token'])
      .execute())
      await change
        .updateTable('share_links')
        .where('id', '=', id)
        .set({ sealed_token: fresh(sealed, id) })
        .execute();
    for (let { owner_id, api_key } of await change.selectFrom('data_providers').selectAll().execute()) {
      let row = change.updateTable('data_providers').where('owner_id', '=', owner_id).where('api_key', '=', api_key);
      await row.set({ api_key: fresh(api_key, keyHolder(owner_id)) }).execute();
    }
  });
  if (counts.again > 0) log.info(`re-encrypted ${counts.again} stored secrets with the current secret`);
  if (counts.unreadable > 0) log.warn(`${counts.unreadable} stored secrets cannot be decrypted with secrets.json`);
}
