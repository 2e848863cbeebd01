/**
 * Names of owners. Names are part of host names in scripts and pages, so a given-up name is
 * reserved: its owner can take it again, and while that owner exists under another name, its hosts
 * keep working.
 */
import { createHmac } from 'node:crypto';
import { ApiError } from './calls/api-error';
import { sealerKeys, type Secrets } from './sealer';
import { addOwnerTombstone } from './tombstones';
import { changeOwner } from './db/owner-transaction';
import { isDuplicate } from './db/dialect';
import { findUser, nameTaken } from './owners';
import type { GivenUpNameRow, OwnerRow } from './db/account-schema';
import type { Records } from './db/schema';

/** Earlier names an owner can hold; each keeps its hosts. */
export const formerNamesMax = 10;

export interface Names {
  /**
   * Call it in the transaction that names an owner. `personId` chose the name. Refuses with
   * username-already-in-use or entity-already-exists if another owner gave the name up.
   */
  take(change: Records, owner: OwnerRow, personId: string | null): Promise<void>;
  /** Call it in a transaction. Refuses as `take` does, and with too-many-former-names. */
  rename(
    change: Records,
    owner: OwnerRow,
    chosen: { name: string; personId: string | null },
    now: number,
  ): Promise<void>;
  /**
   * Deletes an owner with all data in a transaction, and reserves its names. A tombstone erases its
   * events.
   */
  deleteOwner(change: Records, owner: OwnerRow, now: number): Promise<void>;
  /** Refuses with name-not-given-up. */
  find(records: Records, name: string): Promise<GivenUpNameRow>;
  /** Releases a given-up name, with `also` in the same transaction. Refuses as `find` does. */
  free(records: Records, name: string, also: (change: Records, freed: GivenUpNameRow) => Promise<void>): Promise<void>;
}

/**
 * Names and people are stored as keyed hashes. New rows use the current secret; earlier secrets are
 * searched too.
 */
export function createNames(secrets: Secrets): Names {
  let keys = sealerKeys(secrets, 'given-up names');
  let hashes = (...parts: string[]) =>
    keys.map((key) => createHmac('sha256', key).update(parts.join('\n')).digest('base64url')) as [string, ...string[]];
  let idsOf = (name: string) => hashes('name', name.toLowerCase());

  /** Hashes that identify a person: of the id, and of the confirmed address. */
  let proofsOf = async (change: Records, personId: string): Promise<string[]> => {
    let user = await findUser(change, personId);
    if (!user) return [];
    let address = user.email_verified_at === null ? [] : hashes('email', user.email_key);
    return [...hashes('person', user.id), ...address];
  };

  let mayReturn = async (change: Records, name: GivenUpNameRow, owner: OwnerRow, personId: string | null) => {
    if (name.owner_id !== null) return name.owner_id === owner.id;
    let proofs = personId === null ? [] : await proofsOf(change, personId);
    if (proofs.length === 0) return false;
    let known = await change
      .selectFrom('former_owners')
      .select('person')
      .where('name_id', '=', name.id)
      .where('person', 'in', proofs)
      .executeTakeFirst();
    return known !== undefined;
  };

  let take: Names['take'] = async (change, owner, personId) => {
    let givenUp = await findRow(change, idsOf(owner.name_key));
    if (!givenUp) return;
    if (!(await mayReturn(change, givenUp, owner, personId))) throw nameTaken(owner.kind);
    await deleteRow(change, givenUp.id);
  };

  let giveUp = (change: Records, { id, name_key, kind }: OwnerRow, now: number) =>
    change
      .insertInto('given_up_names')
      .values({ id: idsOf(name_key)[0], kind, owner_id: id, name_key, given_up_at: now })
      .execute();

  let find: Names['find'] = async (records, name) => {
    let row = await findRow(records, idsOf(name));
    if (!row) throw new ApiError('name-not-given-up', 'name');
    return row;
  };

  return {
    take,

    async rename(change, owner, { name, personId }, now) {
      let named = { name, name_key: name.toLowerCase(), updated_at: now };
      try {
        await change.updateTable('owners').set(named).where('id', '=', owner.id).execute();
      } catch (error) {
        if (isDuplicate(error, 'owners', ['name_key'])) throw nameTaken(owner.kind);
        throw error;
      }
      if (named.name_key === owner.name_key) return;
      // After the write: another owner who gave the name up at the same moment has committed by
      // now.
      await take(change, { ...owner, ...named }, personId);
      if ((await namesOf(change, owner.id)).length >= formerNamesMax)
        throw new ApiError('too-many-former-names', nameTaken(owner.kind).field);
      await giveUp(change, owner, now);
    },

    async deleteOwner(change, owner, now) {
      let people = owner.kind === 'user' ? [owner.id] : await ownersOf(change, owner.id);
      let proofs = (await Promise.all(people.map((person) => proofsOf(change, person)))).flat();
      await giveUp(change, owner, now);
      let names = await namesOf(change, owner.id);
      for (let name_id of names)
        for (let person of proofs) await change.insertInto('former_owners').values({ name_id, person }).execute();
      let forgotten = { owner_id: null, name_key: null };
      await change.updateTable('given_up_names').set(forgotten).where('owner_id', '=', owner.id).execute();
      await addOwnerTombstone(change, owner.id, now);
      await change.deleteFrom('owners').where('id', '=', owner.id).execute();
    },

    find,

    async free(records, name, also) {
      let { owner_id } = await find(records, name);
      let work = async (change: Records) => {
        let row = await find(change, name);
        await deleteRow(change, row.id);
        await also(change, row);
      };
      // The hosts of an existing owner end, so the edge needs the change.
      if (owner_id === null) await records.transaction().execute(work);
      else await changeOwner(records, owner_id, work);
    },
  };
}

/** Lower-cased; their hosts still serve the owner. */
export async function formerNames(records: Records, ownerId: string): Promise<string[]> {
  let rows = await records.selectFrom('given_up_names').select('name_key').where('owner_id', '=', ownerId).execute();
  return rows.flatMap(({ name_key }) => name_key ?? []);
}

function findRow(records: Records, ids: string[]): Promise<GivenUpNameRow | undefined> {
  return records.selectFrom('given_up_names').selectAll().where('id', 'in', ids).executeTakeFirst();
}

async function deleteRow(change: Records, id: string): Promise<void> {
  await change.deleteFrom('given_up_names').where('id', '=', id).execute();
}

async function namesOf(change: Records, ownerId: string): Promise<string[]> {
  let rows = await change.selectFrom('given_up_names').select('id').where('owner_id', '=', ownerId).execute();
  return rows.map((row) => row.id);
}

async function ownersOf(change: Records, organizationId: string): Promise<string[]> {
  let rows = await change
    .selectFrom('memberships')
    .select('user_id')
    .where('organization_id', '=', organizationId)
    .where('role', '=', 'owner')
    .execute();
  return rows.map((row) => row.user_id);
}
