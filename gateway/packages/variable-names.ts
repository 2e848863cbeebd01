/** Which variables say page, platform and version of an owner's events. */
import { variableMeanings, type VariableNames } from 'contract/packages/package-types/file';
import { recordAudit, type ActorContext } from '../floor/audit';
import type { OwnerRow } from '../floor/db/account-schema';
import { changeOwner } from '../floor/db/owner-transaction';
import type { Records, VariableNamesRow } from '../floor/db/schema';
import type { OwnersAsked } from './hosts/hosted-packages';

/** The names that owners have chosen, by owner; of all owners where none are named. */
export async function variableNames(records: Records, owners?: OwnersAsked): Promise<Map<string, VariableNames>> {
  let rows = await records
    .selectFrom('variable_names')
    .selectAll()
    .$if(owners !== undefined, (query) => query.where('owner_id', 'in', owners!))
    .execute();
  return new Map(rows.map((row) => [row.owner_id, chosen(row)]));
}

function chosen(row: VariableNamesRow): VariableNames {
  return Object.fromEntries(variableMeanings.flatMap((one) => (row[one] === '' ? [] : [[one, row[one]]])));
}

/** Chooses the names for events from now on. */
export async function setVariableNames(
  records: Records,
  owner: OwnerRow,
  { page = '', platform = '', version = '' }: VariableNames,
  act: ActorContext,
): Promise<void> {
  await changeOwner(records, owner.id, async (change) => {
    await change.deleteFrom('variable_names').where('owner_id', '=', owner.id).execute();
    if (page || platform || version)
      await change.insertInto('variable_names').values({ owner_id: owner.id, page, platform, version }).execute();
    let names = Object.entries({ page, platform, version }).filter(([, name]) => name !== '');
    let target = names.map(([meaning, name]) => `$${meaning}: ${name}`).join(', ') || 'default names';
    await recordAudit(change, act, { action: 'variables-chosen', owner, target });
  });
}
