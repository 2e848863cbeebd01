/** Sets up two-factor authentication of sample people. */
import type { SamplePerson } from 'gateway/demo/people';
import type { World } from './world';

/**
 * Sets up two-factor authentication for a sample person. Without `isConfirmed`, its first code is
 * still missing.
 */
export async function addTwoFactor(world: World, person: SamplePerson, isConfirmed = true): Promise<void> {
  let confirmed_at = isConfirmed ? world.now() : null;
  let row = { user_id: world.ids.get(person) ?? '', secret: '', confirmed_at, last_step: 0, unseen_codes: null };
  await world.records.deleteFrom('two_factors').where('user_id', '=', row.user_id).execute();
  await world.records.insertInto('two_factors').values(row).execute();
}

/** Removes two-factor authentication of a sample person. */
export async function removeTwoFactor(world: World, person: SamplePerson): Promise<void> {
  await world.records
    .deleteFrom('two_factors')
    .where('user_id', '=', world.ids.get(person) ?? '')
    .execute();
}

/** Sets whether hopper-labs requires two-factor authentication of its members. */
export async function setRequirement(world: World, isRequired: boolean): Promise<void> {
  await world.records
    .updateTable('organizations')
    .set({ requires_two_factor: Number(isRequired) })
    .where('id', '=', world.ids.get('hopper-labs') ?? '')
    .execute();
}
