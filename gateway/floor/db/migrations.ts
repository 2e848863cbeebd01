/**
 * The tables of the control store, step by step; one set for both engines. A released step never
 * changes.
 */
import {
  alertTables,
  annotationTables,
  correctionTables,
  filterTables,
  leadTables,
  personalRules,
  registryCountTables,
  registryTotals,
  shareLinkTables,
} from './report-steps';
import {
  attemptTables,
  auditTables,
  confirmationTables,
  emailQueue,
  givenUpNameTables,
  mailTables,
  noConfirmationTables,
  organizationTables,
  requiredTwoFactor,
  sharingRule,
  signInTables,
  singleSignOnTables,
  tokenScopeTables,
} from './account-steps';
import {
  badgeTables,
  collectionTables,
  customDomainTables,
  domainCheckTables,
  variableNameTables,
  fallbackTables,
  servedVersions,
  targetStateTable,
  withdrawnVersionTables,
} from './hosting-steps';
import { archiveTables, billingTables, erasureTables, exportTables, importAttempts, importTables } from './data-steps';
import type { Migration } from 'kysely';
import { emptyText, id, partOf, required, table, type MigrationDatabase } from './columns';
import { byteText, uniqueName, type DatabaseEngine } from './dialect';

/**
 * All steps by name, in order. There is no 0010: it was never released. Steps before 0013 do not
 * build on one another, so stores of development versions that ran them in another order open as
 * well.
 */
export function migrations(engine: DatabaseEngine): Record<string, Migration> {
  return {
    '0001-people-packages-pixels': {
      async up(db: MigrationDatabase) {
        await people(db, engine);
        await packages(db, engine);
        await pixels(db, engine);
        await domains(db);
        await indexes(db);
      },
    },
    '0002-ways-in': { up: signInTables },
    '0003-organizations': { up: organizationTables },
    '0004-billing': { up: billingTables },
    '0005-audit': { up: (db: MigrationDatabase) => auditTables(db, engine) },
    '0006-collections': { up: collectionTables },
    '0007-filters': { up: filterTables },
    '0008-leads': { up: leadTables },
    '0009-scheduled-exports': { up: exportTables },
    '0011-mails': { up: mailTables },
    '0012-domain-checks': { up: domainCheckTables },
    '0013-given-up-names': { up: givenUpNameTables },
    '0014-custom-domains': { up: customDomainTables },
    '0015-private-collections': { up: privateCollections },
    '0016-confirmed-sessions': { up: confirmationTables },
    '0017-required-two-factor': { up: requiredTwoFactor },
    '0018-suspensions': { up: suspensions },
    '0019-sealed-confirmations': { up: noConfirmationTables },
    '0020-notes': { up: notes },
    '0021-erasure': { up: erasureTables },
    '0022-company-corrections': { up: correctionTables },
    '0023-event-imports': { up: importTables },
    '0024-package-badges': { up: badgeTables },
    '0025-route-types': { up: routeTypes },
    '0026-registry-counts': { up: registryCountTables },
    '0027-variable-names': { up: variableNameTables },
    '0028-token-scopes': { up: tokenScopeTables },
    '0029-alerts': { up: alertTables },
    '0030-single-sign-on': { up: singleSignOnTables },
    '0031-share-links': { up: shareLinkTables },
    '0032-annotations': { up: annotationTables },
    '0033-attempts': { up: attemptTables },
    '0034-archives': { up: archiveTables },
    '0035-display': { up: display },
    '0036-sharing-rule': { up: sharingRule },
    '0037-import-attempts': { up: importAttempts },
    '0038-withdrawn-versions': { up: withdrawnVersionTables },
    '0039-registry-totals': { up: registryTotals },
    '0040-served-versions': { up: servedVersions },
    '0041-fallbacks': { up: fallbackTables },
    '0042-target-states': { up: targetStateTable },
    '0043-email-queue': { up: emailQueue },
    '0044-personal-rules': { up: personalRules },
  };
}

/** Private collections; pixels that keep query strings of referrers. */
async function privateCollections(db: MigrationDatabase): Promise<void> {
  await db.schema
    .alterTable('collections')
    .addColumn('private', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema
    .alterTable('pixels')
    .addColumn('keep_referrer_query', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
}

/** Routes that are regular expressions or receive events. */
async function routeTypes(db: MigrationDatabase): Promise<void> {
  await db.schema
    .alterTable('routes')
    .addColumn('type', 'text', (c) => c.notNull().defaultTo('uri-template'))
    .execute();
  await db.schema.alterTable('routes').addColumn('token_hash', 'text').execute();
}

async function suspensions(db: MigrationDatabase): Promise<void> {
  await db.schema.alterTable('owners').addColumn('suspended_at', 'bigint').execute();
}

async function display(db: MigrationDatabase): Promise<void> {
  await db.schema.alterTable('users').addColumn('display', 'text').execute();
}

async function notes(db: MigrationDatabase): Promise<void> {
  await table(db, 'notes').addColumn('name', 'text', id).addColumn('text', 'text', required).execute();
}

async function people(db: MigrationDatabase, engine: DatabaseEngine): Promise<void> {
  await table(db, 'owners')
    .addColumn('id', 'text', id)
    .addColumn('name', 'text', required)
    .addColumn('name_key', byteText(engine) as 'text', required)
    .addColumn('kind', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('updated_at', 'bigint', required)
    .addUniqueConstraint(uniqueName('owners', ['name_key']), ['name_key'])
    .execute();
  await table(db, 'users')
    .addColumn('id', 'text', (c) => c.primaryKey().references('owners.id').onDelete('cascade'))
    .addColumn('email', 'text', required)
    .addColumn('email_key', 'text', required)
    .addColumn('password_hash', 'text', required)
    .addColumn('first_name', 'text', emptyText)
    .addColumn('last_name', 'text', emptyText)
    .addColumn('email_verified_at', 'bigint')
    .addUniqueConstraint(uniqueName('users', ['email_key']), ['email_key'])
    .execute();
  await table(db, 'organizations')
    .addColumn('id', 'text', (c) => c.primaryKey().references('owners.id').onDelete('cascade'))
    .addColumn('description', 'text', emptyText)
    .addColumn('billing_email', 'text', emptyText)
    .addColumn('website', 'text', emptyText)
    .execute();
  await table(db, 'memberships')
    .addColumn('organization_id', 'text', partOf('organizations'))
    .addColumn('user_id', 'text', partOf('users'))
    .addColumn('role', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .addPrimaryKeyConstraint('memberships_key', ['organization_id', 'user_id'])
    .execute();
  await table(db, 'features')
    .addColumn('owner_id', 'text', partOf('owners'))
    .addColumn('feature', 'text', required)
    .addPrimaryKeyConstraint('features_key', ['owner_id', 'feature'])
    .execute();
  await table(db, 'tokens')
    .addColumn('id', 'text', id)
    .addColumn('user_id', 'text', partOf('users'))
    .addColumn('kind', 'text', required)
    .addColumn('hash', 'text', required)
    .addColumn('name', 'text', emptyText)
    .addColumn('created_at', 'bigint', required)
    .addColumn('last_used_at', 'bigint')
    .addColumn('expires_at', 'bigint')
    .addUniqueConstraint(uniqueName('tokens', ['hash']), ['hash'])
    .execute();
}

async function packages(db: MigrationDatabase, engine: DatabaseEngine): Promise<void> {
  await table(db, 'packages')
    .addColumn('id', 'text', id)
    .addColumn('owner_id', 'text', partOf('owners'))
    .addColumn('type', 'text', required)
    .addColumn('name', 'text', required)
    .addColumn('name_key', byteText(engine) as 'text', required)
    .addColumn('short_description', 'text', emptyText)
    .addColumn('long_description', 'text', emptyText)
    .addColumn('website', 'text', emptyText)
    .addColumn('importance', 'text', required)
    .addColumn('track_companies', 'integer', required)
    .addColumn('repository_name', 'text')
    .addColumn('backend_registry', 'text')
    .addColumn('repository_url', 'text')
    .addColumn('created_at', 'bigint', required)
    .addColumn('updated_at', 'bigint', required)
    .addUniqueConstraint(uniqueName('packages', ['owner_id', 'type', 'name']), ['owner_id', 'type', 'name'])
    .execute();
  await table(db, 'routes')
    .addColumn('id', 'text', id)
    .addColumn('package_id', 'text', partOf('packages'))
    .addColumn('incoming_path', 'text', required)
    .addColumn('outgoing_url', 'text')
    .addColumn('created_at', 'bigint', required)
    .addUniqueConstraint(uniqueName('routes', ['package_id', 'incoming_path']), ['package_id', 'incoming_path'])
    .execute();
}

async function pixels(db: MigrationDatabase, engine: DatabaseEngine): Promise<void> {
  await table(db, 'pixels')
    .addColumn('id', 'text', id)
    .addColumn('owner_id', 'text', partOf('owners'))
    .addColumn('package_id', 'text', (c) => c.references('packages.id').onDelete('set null'))
    .addColumn('name', 'text', required)
    .addColumn('name_key', byteText(engine) as 'text', required)
    .addColumn('importance', 'text', required)
    .addColumn('track_companies', 'integer', required)
    .addColumn('short_description', 'text', emptyText)
    .addColumn('long_description', 'text', emptyText)
    .addColumn('created_at', 'bigint', required)
    .addColumn('updated_at', 'bigint', required)
    .addUniqueConstraint(uniqueName('pixels', ['owner_id', 'name']), ['owner_id', 'name'])
    .execute();
}

async function domains(db: MigrationDatabase): Promise<void> {
  await table(db, 'claims').addColumn('name', 'text', id).addColumn('owner_id', 'text', partOf('owners')).execute();
  await table(db, 'domains')
    .addColumn('id', 'text', id)
    .addColumn('owner_id', 'text', partOf('owners'))
    .addColumn('package_id', 'text', (c) => c.references('packages.id').onDelete('cascade'))
    .addColumn('pixel_id', 'text', (c) => c.references('pixels.id').onDelete('cascade'))
    .addColumn('name', 'text')
    .addColumn('created_at', 'bigint', required)
    .addUniqueConstraint(uniqueName('domains', ['package_id', 'name']), ['package_id', 'name'])
    .addUniqueConstraint(uniqueName('domains', ['pixel_id', 'name']), ['pixel_id', 'name'])
    .execute();
}

const indexed = [
  ['memberships', 'user_id'],
  ['tokens', 'user_id'],
  ['packages', 'owner_id', 'name_key'],
  ['pixels', 'owner_id', 'name_key'],
  ['pixels', 'package_id'],
  ['domains', 'owner_id'],
  ['domains', 'name'],
  ['claims', 'owner_id'],
] as const;

async function indexes(db: MigrationDatabase): Promise<void> {
  for (let [on, ...columns] of indexed)
    await db.schema
      .createIndex(`${on}_${columns.join('_')}`)
      .on(on)
      .columns(columns)
      .execute();
}
