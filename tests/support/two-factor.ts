/** People who have two-factor authentication already. */
import type { SamplePerson } from 'gateway/demo/people';
import type { World } from './world';

/**
 * Gives a sample person two-factor authentication; without `isConfirmed` it waits for its first
 * code.
 */
export async function giveTwoFactor(world: World, person: SamplePerson, isConfirmed = true): Promise<void> {
  let confirmed_at = isConfirmed ? world.now() : null;
  let row = { user_id: world.ids.get(person) ?? '', secret: '', confirmed_at, last_step: 0, unseen_codes: null };
  await world.records.deleteFrom('two_factors').where('user_id', '=', row.user_id).execute();
  await world.records.insertInto('two_factors').values(row).execute();
}

/** Takes it away again. */
export async function takeTwoFactor(world: World, person: SamplePerson): Promise<void> {
  await world.records
    .deleteFrom('two_factors')
    .where('user_id', '=', world.ids.get(person) ?? '')
    .execute();
}

/** Has hopper-labs require two-factor authentication of its members, or not. */
export async function setRequirement(world: World, isRequired: boolean): Promise<void> {
  await world.records
    .updateTable('organizations')
    .set({ requires_two_factor: Number(isRequired) })
    .where('id', '=', world.ids.get('hopper-labs') ?? '')
    .execute();
}
