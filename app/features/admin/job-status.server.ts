/** Background jobs as /admin/status lists them. */
import { jobIds, type JobState } from 'contract/admin/installation';
import { durationText } from './bytes-and-durations';

export interface JobLine {
  id: string;
  name: string;
  every: string;
  last: string | null;
  took: string;
  /** Null if the last run succeeded. */
  failure: string | null;
  failures: number;
  next: string;
}

const jobOrder: readonly string[] = jobIds;

const jobNames: Record<JobState['id'], string> = {
  'scheduled-exports': 'Scheduled exports',
  'domain-checks': 'Check custom domains',
  'target-checks': 'Check registries with fallbacks',
  'lead-reports': 'Lead reports',
  recounts: 'Check stored counts',
  'event-deletions': 'Delete expired events',
  'audit-retention': 'Delete expired audit events',
  'event-imports': 'Import events',
  archives: 'Create archives',
  'registry-counts': 'Fetch registry counts',
  alerts: 'Check alerts',
  deliveries: 'Deliver alerts and reports',
  emails: 'Send emails',
  'outbox-retention': 'Delete old emails from the outbox',
  'store-checks': 'Read all tables to find damage',
  others: 'Another job',
};

/** In the order of the list of jobs, whichever process has run them. */
export function jobLines(jobs: readonly JobState[]): JobLine[] {
  return jobs.toSorted((a, b) => jobOrder.indexOf(a.id) - jobOrder.indexOf(b.id)).map(jobLine);
}

function jobLine(job: JobState): JobLine {
  return {
    id: job.id,
    name: jobNames[job.id],
    every: durationText(job.every_ms),
    last: job.last_started_at,
    took: job.is_running ? 'Running' : job.last_ms === null ? 'Never' : durationText(job.last_ms),
    failure: job.failure,
    failures: job.failures,
    next: job.next_at,
  };
}
