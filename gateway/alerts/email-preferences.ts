/**
 * Preferences for optional mails. A row stores times; there is none before a person changes
 * something. The weekly summary is a rule of the person.
 */
import type { EmailPreferences } from 'contract/accounts/email-preferences';
import { optionalEmailNames, optionalEmails, type OptionalEmail } from 'contract/accounts/optional-emails';
import { recordOf } from 'contract/floor/keys-of';
import { recordAudit, type ActorContext } from '../floor/audit';
import { withOwnerLock } from '../floor/db/owner-transaction';
import type { Person } from '../floor/owners';
import type { EmailPreferenceRow, OwnerRow } from '../floor/db/account-schema';
import type { Records } from '../floor/db/schema';
import { deletePersonalRule, setPersonalRule } from './personal-rules';

type Times = Omit<EmailPreferenceRow, 'user_id'>;

type AllTimes = Times & { weekly_summary_since: number | null };

const untouched: Times = {
  product_news_since: null,
  no_new_company_since: null,
  no_welcome_since: null,
  no_alerts_since: null,
};

/** The column of each kind, and whether its time means on or off. */
const columns: Record<OptionalEmail, { column: keyof AllTimes; tells: 'on' | 'off' }> = {
  weekly_summary: { column: 'weekly_summary_since', tells: 'on' },
  new_company: { column: 'no_new_company_since', tells: 'off' },
  alerts: { column: 'no_alerts_since', tells: 'off' },
  welcome: { column: 'no_welcome_since', tells: 'off' },
  product_news: { column: 'product_news_since', tells: 'on' },
};

export async function preferencesOf(records: Records, userId: string): Promise<EmailPreferences> {
  return presented(await timesOf(records, userId));
}

async function timesOf(records: Records, userId: string): Promise<AllTimes> {
  let row = await records.selectFrom('email_preferences').selectAll().where('user_id', '=', userId).executeTakeFirst();
  let summary = await records
    .selectFrom('alerts')
    .select('created_at')
    .where('user_id', '=', userId)
    .where('kind', '=', 'weekly-summary')
    .executeTakeFirst();
  return { ...untouched, ...row, weekly_summary_since: summary?.created_at ?? null };
}

function presented(times: AllTimes): EmailPreferences {
  let isOn = (mail: OptionalEmail) => (times[columns[mail].column] === null) === (columns[mail].tells === 'off');
  return recordOf(optionalEmailNames.map((mail) => [mail, isOn(mail)]));
}

/**
 * Switches mails on or off and gives the new preferences. Values that are left out or unchanged
 * keep their time. Changes are in the audit log.
 */
export async function changePreferences(
  records: Records,
  person: OwnerRow,
  wanted: { [K in OptionalEmail]?: boolean | undefined },
  act: ActorContext,
): Promise<EmailPreferences> {
  return withOwnerLock(records, person.id, async (change) => {
    let times = await timesOf(change, person.id);
    let before = presented(times);
    let changed = optionalEmailNames.filter((mail) => wanted[mail] !== undefined && wanted[mail] !== before[mail]);
    if (changed.length === 0) return before;
    let fresh = changed.map((mail) => {
      let { column, tells } = columns[mail];
      return [column, wanted[mail] === (tells === 'on') ? act.time : null] as const;
    });
    let after: AllTimes = { ...times, ...Object.fromEntries(fresh) };
    let { weekly_summary_since: summarySince, ...row } = { ...after, user_id: person.id };
    await change
      .insertInto('email_preferences')
      .values(row)
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
      .execute();
    let summary = { kind: 'weekly-summary', owner_id: person.id, user_id: person.id, package_id: null } as const;
    if (summarySince === null) await deletePersonalRule(change, summary);
    else if (!before.weekly_summary) await setPersonalRule(change, summary, {}, summarySince);
    let target = changed.map((mail) => `${optionalEmails[mail]} ${wanted[mail] ? 'on' : 'off'}`).join(', ');
    await recordAudit(change, act, { action: 'email-preferences-changed', owner: person, target });
    return presented(after);
  });
}

export type NewsReader = Pick<Person, 'email' | 'name' | 'first_name' | 'last_name'> & { since: number };

/** People with a confirmed address who asked for product news, by username. */
export async function productNewsReaders(records: Records): Promise<NewsReader[]> {
  let rows = await records
    .selectFrom('email_preferences')
    .innerJoin('users', 'users.id', 'email_preferences.user_id')
    .innerJoin('owners', 'owners.id', 'users.id')
    .where('email_preferences.product_news_since', 'is not', null)
    .where('users.email_verified_at', 'is not', null)
    .where('owners.suspended_at', 'is', null)
    .select(['users.email', 'owners.name', 'users.first_name', 'users.last_name'])
    .select('email_preferences.product_news_since as since')
    .orderBy('owners.name_key')
    .execute();
  return rows.map((row) => ({ ...row, since: row.since ?? 0 }));
}
