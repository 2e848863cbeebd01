/** Tables of invites to organizations and of people on packages of a person. */
import { id, partOf, required, table, type Schema } from '../columns';
import { uniqueName } from '../dialect';

/** Makes both tables with their indexes. */
export async function organizationTables(db: Schema): Promise<void> {
  await table(db, 'invites')
    .addColumn('id', 'text', id)
    .addColumn('organization_id', 'text', partOf('organizations'))
    .addColumn('email', 'text')
    .addColumn('email_key', 'text', required)
    .addColumn('user_id', 'text', (c) => c.references('users.id').onDelete('cascade'))
    .addColumn('role', 'text', required)
    .addColumn('hash', 'text', required)
    .addColumn('invited_by', 'text', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('created_at', 'bigint', required)
    .addColumn('expires_at', 'bigint', required)
    .addColumn('accepted_at', 'bigint')
    .addUniqueConstraint(uniqueName('invites', ['hash']), ['hash'])
    .execute();
  await table(db, 'package_permissions')
    .addColumn('package_id', 'text', partOf('packages'))
    .addColumn('user_id', 'text', partOf('users'))
    .addColumn('level', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .addPrimaryKeyConstraint('package_permissions_key', ['package_id', 'user_id'])
    .execute();
  for (let [on, column] of [
    ['invites', 'organization_id'],
    ['package_permissions', 'user_id'],
  ] as const)
    await db.schema.createIndex(`${on}_${column}`).on(on).column(column).execute();
}

/** Step 0017: organizations that keep members without two-factor authentication out. */
export async function requiredTwoFactor(db: Schema): Promise<void> {
  await db.schema
    .alterTable('organizations')
    .addColumn('requires_two_factor', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
}

/** Step 0036: organizations that forbid share links. */
export async function sharingRule(db: Schema): Promise<void> {
  await db.schema
    .alterTable('organizations')
    .addColumn('forbids_sharing', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
}
