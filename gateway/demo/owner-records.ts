/** Annotations, audit log and lead questionnaire of the sample organization. */
import { uuidv7 } from 'uuidv7';
import { LeadQuestionnaire } from 'contract/companies/lead-questionnaire';
import { dayMs, dayOf, hourMs } from 'contract/floor/time';
import { type AuditEntry, recordAudit } from '../floor/audit';
import type { OwnerRow } from '../floor/db/account-schema';
import type { Records } from '../floor/db/schema';
import { findOwner } from '../floor/owners';
import { samplePeople } from './people';

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

/** Reserved for documentation (RFC 5737). */
const address = '203.0.113.24';
const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';

const auditEntries: Omit<AuditEntry, 'owner'>[] = [
  { action: 'organization-created' },
  { action: 'member-joined', target: 'mary (member)' },
  { action: 'member-role-changed', target: 'mary: member → admin' },
  { action: 'member-joined', target: 'linus (member)' },
];

/** grace's first hours in the organization; `start` is in milliseconds. */
export async function seedAudit(records: Records, organization: OwnerRow, start: number): Promise<void> {
  let grace = await findOwner(records, 'grace');
  if (!grace) return;
  for (let [hour, entry] of auditEntries.entries()) {
    let act = { actor: grace, actingAs: null, address, agent, time: start + hour * hourMs };
    await recordAudit(records, act, { ...entry, owner: organization });
  }
}

/** grace's answers at `time` (milliseconds). */
export async function seedLeads(records: Records, ownerId: string, time: number): Promise<void> {
  let answers = LeadQuestionnaire.parse({
    industries: ['Aerospace', 'Banking', 'Logistics'],
    technologies: ['docker'],
    excluded_domains: ['tidewater-university.example'],
    personas: [
      {
        job_titles: ['Head of Platform', 'CTO'],
        seniorities: ['Director'],
        departments: ['Engineering'],
        notes: 'Builds for several teams.',
      },
    ],
  });
  let row = { owner_id: ownerId, part: 'questionnaire' as const, answers: JSON.stringify(answers) };
  await records
    .insertInto('lead_answers')
    .values({ ...row, updated_at: time, updated_by: samplePeople[1].username })
    .execute();
}
