import { LeadQuestionnaire } from 'contract/companies/lead-questionnaire';
import type { Records } from '../floor/db/schema';
import { samplePeople } from './people';

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
