/** Step 0030: who signs in with which identity of an OpenID Connect provider. */
import { required, sameAs, table, type Schema } from '../columns';
import { uniqueName } from '../dialect';

export async function singleSignOnTables(db: Schema): Promise<void> {
  await table(db, 'single_sign_ons')
    .addColumn('user_id', 'text', sameAs('users'))
    .addColumn('issuer', 'text', required)
    .addColumn('subject', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .addUniqueConstraint(uniqueName('single_sign_ons', ['issuer', 'subject']), ['issuer', 'subject'])
    .execute();
}
