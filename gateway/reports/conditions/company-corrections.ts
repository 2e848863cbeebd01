/** Corrections of company matches by owners. */
import { uuidv7 } from 'uuidv7';
import type { PageQuery } from 'contract/rules/route';
import { auditTargetMax, recordAudit, type ActorContext } from '../../floor/audit';
import type { OwnerRow } from '../../floor/db/account-schema';
import { withOwnerLock } from '../../floor/db/owner-transaction';
import { newestPage, type Page } from '../../floor/db/page';
import type { CompanyCorrectionRow, Records } from '../../floor/db/schema';
import type { Match } from '../../events/shape/company';
import type { Correction } from '../../events/shape/corrections';
import { ApiError } from '../../floor/calls/api-error';

const correctionsPerOwnerMax = 1_000;

/** In the form that queries of the event store take. */
export async function correctionsOf(records: Records, ownerId: string): Promise<Correction[]> {
  let rows = await records
    .selectFrom('company_corrections')
    .select(['of', 'company_name', 'company_domain', 'made_by', 'created_at'])
    .where('owner_id', '=', ownerId)
    .orderBy('of')
    .execute();
  return rows.map(({ of, company_name: name, company_domain: domain, made_by: madeBy, created_at: madeAt }) => ({
    of,
    name,
    domain,
    madeBy,
    madeAt,
  }));
}

/** Newest first; `page.after` is the id of a correction. */
export async function correctionPage(
  records: Records,
  ownerId: string,
  page: PageQuery,
): Promise<Page<CompanyCorrectionRow>> {
  return newestPage(records.selectFrom('company_corrections').where('owner_id', '=', ownerId), page);
}

/** By `Match.of`. */
export async function correctionsAbout(
  records: Records,
  ownerId: string,
  of: readonly string[],
): Promise<Map<string, CompanyCorrectionRow>> {
  if (of.length === 0) return new Map();
  let rows = await records
    .selectFrom('company_corrections')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('of', 'in', of)
    .execute();
  return new Map(rows.map((row) => [row.of, row]));
}

export interface NewCorrection {
  matches: readonly Match[];
  /** Null if the match is not a company. */
  company: { name: string; domain: string } | null;
}

/** Assigns matches to a company, replacing earlier corrections. Throws too-many-corrections. */
export async function correctCompany(
  records: Records,
  owner: OwnerRow,
  { matches, company }: NewCorrection,
  act: ActorContext,
): Promise<CompanyCorrectionRow[]> {
  let fields = { company_name: company?.name ?? '', company_domain: company?.domain ?? '' };
  let rows = matches.map((match) => ({
    id: uuidv7(),
    owner_id: owner.id,
    of: match.of,
    network: match.network,
    matched_name: match.matchedName,
    matched_domain: match.matchedDomain,
    ...fields,
    made_by: act.actor?.name ?? '',
    created_at: act.time,
  }));
  await withOwnerLock(records, owner.id, async (change) => {
    let of = rows.map((row) => row.of);
    await change.deleteFrom('company_corrections').where('owner_id', '=', owner.id).where('of', 'in', of).execute();
    await change.insertInto('company_corrections').values(rows).execute();
    let { total } = await change
      .selectFrom('company_corrections')
      .where('owner_id', '=', owner.id)
      .select((e) => e.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    if (Number(total) > correctionsPerOwnerMax) throw new ApiError('too-many-corrections');
    for (let row of rows)
      await recordAudit(change, act, { action: 'company-corrected', owner, target: auditTarget(row) });
  });
  return rows;
}

/** Throws correction-not-found. */
export async function removeCorrection(
  records: Records,
  owner: OwnerRow,
  id: string,
  act: ActorContext,
): Promise<void> {
  await withOwnerLock(records, owner.id, async (change) => {
    let row = await change
      .selectFrom('company_corrections')
      .selectAll()
      .where('owner_id', '=', owner.id)
      .where('id', '=', id)
      .executeTakeFirst();
    if (!row) throw new ApiError('correction-not-found');
    await change.deleteFrom('company_corrections').where('id', '=', id).execute();
    await recordAudit(change, act, { action: 'company-correction-taken-back', owner, target: auditTarget(row) });
  });
}

/** `AS3303 Swisscom (Schweiz) AG: no company`. */
function auditTarget({ of, network, company_name, company_domain }: CompanyCorrectionRow): string {
  let company = [company_name, company_domain].filter(Boolean).join(', ');
  return `${network || of.slice(1)}: ${company || 'no company'}`.slice(0, auditTargetMax);
}
