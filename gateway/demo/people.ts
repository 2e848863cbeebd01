import { hashPassword, type HashCost } from '../people/accounts/passwords';
import { setMember } from '../floor/memberships';
import { createSampleOrganization, createSampleUser, grantFeature } from '../floor/owners';
import type { Records } from '../floor/db/schema';
import { platformAdminFeature } from '../people/accounts/tokens';

export const demoPassword = 'analytical-engine-1';

/** The personal account, the organization's owner `grace`, the platform admin `root`. */
export const samplePeople = [
  { username: 'ada', firstName: 'Ada', lastName: 'Lovelace' },
  { username: 'grace', firstName: 'Grace', lastName: 'Hopper' },
  { username: 'linus', firstName: 'Linus', lastName: 'Pauling' },
  { username: 'mary', firstName: 'Mary', lastName: 'Somerville' },
  { username: 'root', firstName: 'Root', lastName: 'Admin' },
] as const;

export type SamplePerson = (typeof samplePeople)[number]['username'];

export const sampleOrganization = 'hopper-labs';

let passwordHash: Promise<string> | undefined;

/**
 * Creates the people and `hopper-labs` (owner grace, admin mary, member linus). Returns the owner
 * ids by name.
 */
export async function seedPeople(records: Records, now: number, cost?: HashCost): Promise<Map<string, string>> {
  let ids = new Map<string, string>();
  // Hashing takes a third of a second, so the password is hashed once.
  passwordHash ??= hashPassword(demoPassword, cost);
  let secret = { passwordHash: await passwordHash, emailVerifiedAt: now };
  for (let person of samplePeople) {
    let email = `${person.username}@example.com`;
    let user = await createSampleUser(records, { ...person, ...secret, email }, now);
    ids.set(person.username, user.id);
  }
  let idOf = (name: SamplePerson) => ids.get(name) ?? '';
  let details = {
    name: sampleOrganization,
    description: 'Compilers and what they need',
    website: 'https://hopper-labs.example',
  };
  let organization = await createSampleOrganization(records, details, idOf('grace'), now);
  ids.set(sampleOrganization, organization.id);
  await setMember(records, { organizationId: organization.id, userId: idOf('mary') }, 'admin', now);
  await setMember(records, { organizationId: organization.id, userId: idOf('linus') }, 'member', now);
  await grantFeature(records, idOf('root'), platformAdminFeature);
  return ids;
}
