/** `landfall admin`: manages platform admins and accounts on the server itself. */
import { parseArgs } from 'node:util';
import pino from 'pino';
import { SuspendOwner } from 'contract/admin/account-administration';
import { dayMs, time } from 'contract/floor/time';
import { Email, Username } from 'contract/rules/fields';
import { emailLinks } from 'contract/floor/email-links';
import { registerUser } from 'gateway/people/accounts/account-changes';
import { recordAudit, type ActorContext } from 'gateway/floor/audit';
import { openInstallationClock, seenTime } from 'gateway/floor/installation-clock';
import { createNames } from 'gateway/floor/names';
import { issueOneTime } from 'gateway/people/accounts/one-time-secrets';
import { findOwner, grantFeature, revokeFeature } from 'gateway/floor/owners';
import { confirmClock } from 'gateway/people/administration/clock-confirmation';
import { liftSuspension, suspendOwner } from 'gateway/people/accounts/suspensions';
import type { OwnerRow } from 'gateway/floor/db/account-schema';
import type { Records } from 'gateway/floor/db/schema';
import { platformAdminFeature } from 'gateway/people/accounts/tokens';
import { ApiError } from 'gateway/floor/calls/api-error';
import type { z } from 'zod';
import { openInstallationRecords } from '../server/installation-records';
import { gatewaySecrets, installationSecrets } from '../server/secrets';
import { readSettings, type Settings } from '../server/settings';
import { CommandError, requireArguments } from './command-error';

export const adminUsage = `Usage:
  landfall admin create <username> <email>   Create a platform admin. Prints a link to
                                             set the password, valid for one day.
  landfall admin grant <username>            Make a person a platform admin.
  landfall admin revoke <username>           Revoke the platform admin role.
  landfall admin suspend <name> [reason]     Block sign-in of a person, or changes to an
                                             organization. Downloads keep working.
  landfall admin lift <name>                 Lift a suspension.
  landfall admin list                        List the platform admins.
  landfall admin sign-out <username>         Sign a person out everywhere. API tokens
                                             stay valid.
  landfall admin sign-out-all                Sign everyone out.
  landfall admin confirm-clock               Say that the clock of this machine is
                                             right after it has jumped, like the
                                             button on /admin.
`;

const linkLifeMs = dayMs;

const argumentsOf = new Map([
  ['create', ['name', 'email']],
  ['grant', ['name']],
  ['revoke', ['name']],
  ['suspend', ['name', 'reason']],
  ['lift', ['name']],
  ['list', []],
  ['sign-out', ['name']],
  ['sign-out-all', []],
  ['confirm-clock', []],
]);

export async function adminCommand(args: string[]): Promise<void> {
  let { positionals } = parse(args);
  let [action = '', name = '', email = ''] = positionals;
  let expected = argumentsOf.get(action);
  if (!expected) throw new CommandError(action ? `Unknown action: "${action}".` : 'Missing action.', adminUsage);
  // The reason of a suspension can be left out.
  let isWithoutReason = action === 'suspend' && positionals.length === 2;
  requireArguments(positionals.slice(1), isWithoutReason ? ['name'] : expected, adminUsage);
  let settings = readSettings(process.env);
  let records = await openInstallationRecords(settings);
  try {
    if (action === 'create') await create(records, settings, checked(Username, name), checked(Email, email));
    if (action === 'grant') await change(records, name, 'administrator-granted');
    if (action === 'revoke') await change(records, name, 'administrator-revoked');
    if (action === 'suspend') await suspend(records, await ownerNamed(records, name), email);
    if (action === 'lift') await lift(records, await ownerNamed(records, name));
    if (action === 'list') await list(records);
    if (action === 'sign-out') await endSessions(records, await personNamed(records, name));
    if (action === 'sign-out-all') await endSessions(records, null);
    if (action === 'confirm-clock') await believe(records);
  } catch (error) {
    throw error instanceof ApiError ? new Error(error.message, { cause: error }) : error;
  } finally {
    await records.destroy();
  }
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, allowPositionals: true, options: {} });
  } catch (error) {
    throw new CommandError(error, adminUsage);
  }
}

function checked<T>(schema: z.ZodType<T, z.ZodTypeDef, unknown>, value: string): T {
  let parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new CommandError(`"${value}" is refused: ${parsed.error.issues[0]?.message}.`, adminUsage);
}

/** No one is signed in here: the audit log names the command line. */
function actOf(): ActorContext {
  return { actor: null, actingAs: null, address: '', agent: 'landfall admin', time: Date.now() };
}

async function create(records: Records, settings: Settings, username: string, email: string): Promise<void> {
  let act = actOf();
  let names = createNames(gatewaySecrets(installationSecrets(settings.DATA_DIR)));
  let user = await records.transaction().execute(async (transaction) => {
    let given = { username, email, passwordHash: '', emailVerifiedAt: act.time };
    let made = await registerUser(transaction, names, given, act.time);
    await grantFeature(transaction, made.id, platformAdminFeature);
    await recordAudit(transaction, act, { action: 'registered', owner: made });
    await recordAudit(transaction, act, { action: 'administrator-granted', owner: made });
    return made;
  });
  let link = { userId: user.id, purpose: 'reset-password' as const, email, lifeMs: linkLifeMs };
  let token = await issueOneTime(records, link, act.time);
  process.stdout.write(
    `Created ${username}, a platform admin. Choose its password within 24 hours at\n\n  ${settings.PUBLIC_URL}${emailLinks.resetPassword(token)}\n`,
  );
}

async function change(
  records: Records,
  name: string,
  action: 'administrator-granted' | 'administrator-revoked',
): Promise<void> {
  let isGrant = action === 'administrator-granted';
  let owner = await personNamed(records, name);
  await records.transaction().execute(async (transaction) => {
    await (isGrant ? grantFeature : revokeFeature)(transaction, owner.id, platformAdminFeature);
    await recordAudit(transaction, actOf(), { action, owner });
  });
  process.stdout.write(`${owner.name} is ${isGrant ? 'a' : 'no longer a'} platform admin.\n`);
}

async function endSessions(records: Records, person: OwnerRow | null): Promise<void> {
  let ended = await records.transaction().execute(async (transaction) => {
    let sessions = transaction.deleteFrom('tokens').where('kind', '=', 'session');
    let { numDeletedRows } = await (person ? sessions.where('user_id', '=', person.id) : sessions).executeTakeFirst();
    let target = `all (${numDeletedRows})`;
    await recordAudit(transaction, actOf(), { action: 'session-revoked', owner: person, target });
    return numDeletedRows;
  });
  process.stdout.write(`Ended ${ended} sessions of ${person?.name ?? 'all accounts'}.\n`);
}

/** As in the dashboard, but without an email. */
async function suspend(records: Records, owner: OwnerRow, reason: string): Promise<void> {
  let isNew = await suspendOwner(records, owner, checked(SuspendOwner.shape.reason, reason), actOf());
  process.stdout.write(`${owner.name} is suspended${isNew ? '' : ' already'}.\n`);
}

async function lift(records: Records, owner: OwnerRow): Promise<void> {
  let wasSuspended = await liftSuspension(records, owner, actOf());
  process.stdout.write(`${owner.name} is ${wasSuspended ? 'no longer' : 'not'} suspended.\n`);
}

/** The machine's clock is compared first, as the server may not run. */
async function believe(records: Records): Promise<void> {
  let clock = await openInstallationClock(records, Date.now, pino({ level: 'silent' }));
  await clock.look(async () => null).finally(clock.close);
  let seen = await seenTime(records);
  let confirmed = seen?.doubt && (await confirmClock(records, seen.doubt.since, actOf()));
  process.stdout.write(
    confirmed === undefined
      ? `The clock is not in doubt. It shows ${time(Date.now())}.\n`
      : `The clock is believed. It shows ${time(confirmed)}; the last time before its jump was ${time(seen!.time)}.\n`,
  );
}

async function ownerNamed(records: Records, name: string): Promise<OwnerRow> {
  let owner = await findOwner(records, name);
  if (!owner) throw new Error(`No account named ${name}.`);
  return owner;
}

async function personNamed(records: Records, name: string): Promise<OwnerRow> {
  let owner = await ownerNamed(records, name);
  if (owner.kind !== 'user') throw new Error(`${owner.name} is an organization, not a person.`);
  return owner;
}

async function list(records: Records): Promise<void> {
  let rows = await records
    .selectFrom('features')
    .innerJoin('owners', 'owners.id', 'features.owner_id')
    .innerJoin('users', 'users.id', 'owners.id')
    .select(['owners.name', 'users.email'])
    .where('feature', '=', platformAdminFeature)
    .orderBy('owners.name_key')
    .execute();
  if (rows.length === 0) process.stdout.write('No platform admins yet.\n');
  for (let { name, email } of rows) process.stdout.write(`${name}\t${email}\n`);
}
