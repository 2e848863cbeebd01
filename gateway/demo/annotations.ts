import { uuidv7 } from 'uuidv7';
import { dayMs, dayOf } from 'contract/shared/time';
import type { Records } from '../floor/db/schema';

interface About {
  ownerId: string;
  authorId: string;
  packageId: string;
  /** Milliseconds. */
  now: number;
}

/** One of them is about a single package. */
export async function seedAnnotations(records: Records, { ownerId, authorId, packageId, now }: About): Promise<void> {
  let said: [daysAgo: number, text: string, packageId: string | null][] = [
    [58, 'Talk at the compiler meetup', null],
    [24, 'Launch post on the front page', packageId],
    [11, 'Documentation moved to its own site', null],
  ];
  let rows = said.map(([daysAgo, text, about]) => {
    let time = now - daysAgo * dayMs;
    let made = { id: uuidv7(), owner_id: ownerId, created_by: authorId, created_at: time, updated_at: time };
    return { ...made, day: dayOf(time), text, package_id: about };
  });
  await records.insertInto('annotations').values(rows).execute();
}
