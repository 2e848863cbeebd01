/** Stored answers of owners to the lead questionnaire. */
import {
  LeadQuestionnaire,
  RestrictedLeadAnswers,
  type LeadQuestionnaire as Questionnaire,
  type RestrictedLeadAnswers as Restricted,
} from 'contract/companies/lead-questionnaire';
import { recordAudit, type ActorContext } from '../floor/audit';
import { withOwnerLock } from '../floor/db/owner-transaction';
import type { LeadAnswerRow, Records } from '../floor/db/schema';
import type { OwnerRow } from '../floor/db/account-schema';

export type SavedAnswers<T> = T & { updated_at: number | null; updated_by: string | null };

/** The defaults of the contract before the first save. */
export async function questionnaireOf(records: Records, ownerId: string): Promise<SavedAnswers<Questionnaire>> {
  return saved(await rowOf(records, ownerId, 'questionnaire'), (given) => LeadQuestionnaire.parse(given));
}

/** Not visible to members. */
export async function restrictedAnswersOf(records: Records, ownerId: string): Promise<SavedAnswers<Restricted>> {
  return saved(await rowOf(records, ownerId, 'restricted'), (given) => RestrictedLeadAnswers.parse(given));
}

export async function saveAnswers(
  records: Records,
  owner: OwnerRow,
  { part, answers }: { part: LeadAnswerRow['part']; answers: Questionnaire | Restricted },
  act: ActorContext,
): Promise<void> {
  await withOwnerLock(records, owner.id, async (change) => {
    let fields = { answers: JSON.stringify(answers), updated_at: act.time, updated_by: act.actor?.name ?? '' };
    await change
      .insertInto('lead_answers')
      .values({ owner_id: owner.id, part, ...fields })
      .onConflict((conflict) => conflict.columns(['owner_id', 'part']).doUpdateSet(fields))
      .execute();
    let target = part === 'restricted' ? 'restricted answers' : '';
    await recordAudit(change, act, { action: 'lead-questionnaire-saved', owner, target });
  });
}

export async function ownersWithAnswers(records: Records): Promise<string[]> {
  let rows = await records
    .selectFrom('lead_answers')
    .select('owner_id')
    .where('part', '=', 'questionnaire')
    .orderBy('owner_id')
    .execute();
  return rows.map(({ owner_id }) => owner_id);
}

async function rowOf(records: Records, ownerId: string, part: LeadAnswerRow['part']) {
  return records
    .selectFrom('lead_answers')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('part', '=', part)
    .executeTakeFirst();
}

function saved<T extends object>(row: LeadAnswerRow | undefined, read: (given: unknown) => T): SavedAnswers<T> {
  let answers = read(row ? JSON.parse(row.answers) : {});
  return { ...answers, updated_at: row?.updated_at ?? null, updated_by: row?.updated_by ?? null };
}
