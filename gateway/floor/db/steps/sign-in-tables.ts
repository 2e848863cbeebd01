/** Step 0002: links sent by mail, GitHub accounts, two-factor. */
import { id, partOf, required, sameAs, table, type Schema } from '../columns';
import { uniqueName } from '../dialect';

export async function signInTables(db: Schema): Promise<void> {
  await table(db, 'one_time_tokens')
    .addColumn('id', 'text', id)
    .addColumn('user_id', 'text', partOf('users'))
    .addColumn('purpose', 'text', required)
    .addColumn('hash', 'text', required)
    .addColumn('email', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('expires_at', 'bigint', required)
    .addUniqueConstraint(uniqueName('one_time_tokens', ['hash']), ['hash'])
    .execute();
  await db.schema.createIndex('one_time_tokens_user_id').on('one_time_tokens').column('user_id').execute();
  await table(db, 'github_accounts')
    .addColumn('github_id', 'text', id)
    .addColumn('user_id', 'text', partOf('users'))
    .addColumn('login', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .addUniqueConstraint(uniqueName('github_accounts', ['user_id']), ['user_id'])
    .execute();
  await table(db, 'two_factors')
    .addColumn('user_id', 'text', sameAs('users'))
    .addColumn('secret', 'text', required)
    .addColumn('confirmed_at', 'bigint')
    .addColumn('last_step', 'bigint', required)
    .addColumn('unseen_codes', 'text')
    .execute();
  await table(db, 'recovery_codes')
    .addColumn('user_id', 'text', partOf('users'))
    .addColumn('hash', 'text', required)
    .addPrimaryKeyConstraint('recovery_codes_key', ['user_id', 'hash'])
    .execute();
}
