/** The owner that a path of the administration names. */
import { findOwner } from '../accounts/owners';
import type { OwnerTable } from '../db/schema';
import { Refusal } from '../refusal';
import type { ApiParts } from './handler';

/** Refuses with owner-not-found. */
export async function namedOwner({ records }: Pick<ApiParts, 'records'>, name: string): Promise<OwnerTable> {
  let owner = await findOwner(records, name);
  if (!owner) throw new Refusal('owner-not-found');
  return owner;
}
