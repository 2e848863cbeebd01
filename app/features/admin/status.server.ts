/** Data of /admin/status. A part that cannot be read becomes a message. */
import { installationApi, type InstallationStatus } from 'contract/admin/installation';
import { dayMs } from 'contract/floor/time';
import { areZoneRulesOld, oldZoneRules } from 'contract/floor/zone-rules';
import { formatCount, formatInteger, formatPercent } from '../../ui/numbers';
import type { Call } from '../../gateway/gateway-client.server';
import { journalFacts } from './journal-status.server';
import { bytesText, durationText } from './bytes-and-durations';
import { type JobLine, jobLines } from './job-status.server';

/** `iso` is a time. */
export interface StatusFact {
  label: string;
  text?: string;
  iso?: string;
  isBad?: boolean;
}

export interface StatusPart {
  title: string;
  facts: StatusFact[];
  unknown?: string;
}

/** An email that the mail server did not accept. */
export interface EmailLine {
  id: string;
  to: string;
  subject: string;
  created: string;
  attempts: number;
  reason: string;
  /** Null if it is not tried again. */
  next: string | null;
}

interface StatusView {
  parts: StatusPart[];
  emails: EmailLine[];
  jobs: JobLine[];
}

const parts = [versionPart, memoryPart, diskPart, recordsPart, eventsPart, visitorsPart, companyPart, mailPart];

export async function readStatus(call: Call): Promise<StatusView> {
  let status = await call(installationApi.getInstallationStatus);
  return {
    parts: parts.map((part) => part(status)),
    emails: status.mail.troubled.map(({ created_at: created, next_at: next, ...email }) => ({
      ...email,
      created,
      next,
    })),
    jobs: jobLines(status.jobs),
  };
}

function versionPart({ version, commit, node, zone_rules, platform, started_at, now }: InstallationStatus): StatusPart {
  let hasOldRules = zone_rules !== null && areZoneRulesOld(zone_rules, Date.parse(now));
  return {
    title: 'Version',
    facts: [
      { label: 'Landfall', text: version ?? 'Not known: its package.json could not be read.' },
      { label: 'Commit', text: commit ?? 'Not known: the build was not made in a git repository.' },
      { label: 'Node', text: `${node} (${platform})` },
      {
        label: 'Time zone rules',
        text: hasOldRules ? `${zone_rules}. ${oldZoneRules}` : (zone_rules ?? 'Not known.'),
        isBad: hasOldRules,
      },
      { label: 'Started', iso: started_at },
      { label: 'Up for', text: durationText(Date.parse(now) - Date.parse(started_at)) },
    ],
  };
}

function memoryPart({ memory }: InstallationStatus): StatusPart {
  let { resident, heap_used, heap_limit, machine_free, machine_total } = memory;
  return {
    title: 'Memory',
    facts: [
      { label: 'Process', text: bytesText(resident) },
      { label: 'Heap', text: `${bytesText(heap_used)} of at most ${bytesText(heap_limit)}` },
      { label: 'Machine', text: `${bytesText(machine_free)} free of ${bytesText(machine_total)}` },
    ],
  };
}

const partNames = {
  records: 'Records',
  events: 'Event store',
  journal: 'Journal',
  temporary: 'Temporary files',
  outbox: 'Outbox',
  others: 'Other',
} as const;

/** Free share of a disk below which it is marked. */
const lowDisk = 0.1;

function diskPart({ disk }: InstallationStatus): StatusPart {
  if (!disk) return { title: 'Disk', facts: [], unknown: 'The data folder could not be read.' };
  let size = (bytes: number | null) => (bytes === null ? 'Not known: too many files to add up.' : bytesText(bytes));
  let { folder, free, total, used, parts } = disk;
  return {
    title: 'Disk',
    facts: [
      { label: 'Data folder', text: folder },
      {
        label: 'Free',
        text: `${bytesText(free)} of ${bytesText(total)} (${formatPercent(free, total)})`,
        isBad: free < total * lowDisk,
      },
      { label: 'Used', text: size(used) },
      ...parts.map(({ part, bytes }) => ({ label: partNames[part], text: size(bytes) })),
    ],
  };
}

const engineNames = { sqlite: 'SQLite', postgres: 'PostgreSQL', others: 'Another engine' } as const;

function recordsPart({ records, exports }: InstallationStatus): StatusPart {
  if (!records) return { title: 'Records', facts: [], unknown: 'The store of records did not answer.' };
  let { engine, version, bytes, steps_done, last_step, steps_missing } = records;
  let isWhole = steps_missing.length === 0;
  return {
    title: 'Records',
    facts: [
      { label: 'Engine', text: `${engineNames[engine]} ${version}` },
      { label: 'Size', text: bytesText(bytes) },
      {
        label: 'Tables',
        text: isWhole
          ? `Up to date: ${steps_done} steps, the last is ${last_step}`
          : `Missing steps: ${steps_missing.join(', ')}`,
        isBad: !isWhole,
      },
      { label: 'People', text: formatInteger(records.people) },
      { label: 'Organizations', text: formatInteger(records.organizations) },
      { label: 'Suspended', text: formatInteger(records.suspended) },
      { label: 'Packages', text: formatInteger(records.packages) },
      { label: 'Pixels', text: formatInteger(records.pixels) },
      exportsFact(exports),
    ],
  };
}

function exportsFact(exports: InstallationStatus['exports']): StatusFact {
  let label = 'Exports';
  if (!exports) return { label, text: 'Not known: the store of records did not answer.' };
  let { open, failed } = exports;
  return {
    label,
    text: `${formatCount(open, 'run')} waiting or running, ${formatInteger(failed)} failed`,
    isBad: failed > 0,
  };
}

/** More than this wait only if the table cannot be written. */
const manyWaiting = 15_000;

function eventsPart({ events, journal, now }: InstallationStatus): StatusPart {
  if (!events) return { title: 'Events', facts: [], unknown: 'The event store did not answer.' };
  let { count, oldest, newest, waiting } = events;
  let moment = (label: string, iso: string | null): StatusFact => (iso ? { label, iso } : { label, text: 'None yet' });
  return {
    title: 'Events',
    facts: [
      { label: 'Events', text: formatInteger(count) },
      moment('Oldest', oldest),
      moment('Newest', newest),
      {
        label: 'Journal',
        text: waiting === 0 ? 'Queue empty' : `${formatCount(waiting, 'event')} queued`,
        isBad: waiting > manyWaiting,
      },
      ...journalFacts(journal, now),
    ],
  };
}

const rotationTexts = {
  never: 'Never: a source is the same one over any range.',
  monthly: 'Every month (UTC): a source is unique within its month.',
  daily: 'Every day (UTC): a source is unique within its day.',
  others: 'In another way.',
} as const;

function visitorsPart({ visitor_ids: ids }: InstallationStatus): StatusPart {
  let title = 'Visitor IDs';
  if (!ids) return { title, facts: [], unknown: 'The edge has not made salts in this data folder.' };
  let { rotation, ends_at, is_first_salt } = ids;
  return {
    title,
    facts: [
      { label: 'New salts', text: rotationTexts[rotation] },
      ends_at ? { label: 'Next change', iso: ends_at } : { label: 'Next change', text: 'None' },
      {
        label: 'Salts',
        text: is_first_salt
          ? 'One for all owners, from before November 2026: their ids can be compared. Set SALT_ROTATION to end it.'
          : 'Random, one for each owner. SALT_ROTATION sets how often they change.',
        isBad: is_first_salt,
      },
    ],
  };
}

/** Older data names wrong companies, as address ranges change owners. */
const oldDataDays = 180;
const sourceNames = { networks: 'Networks', places: 'Places', others: 'Other data' } as const;

function companyPart({ company_data: data, now }: InstallationStatus): StatusPart {
  let title = 'Company data';
  if (!data) return { title, facts: [], unknown: 'The store of records did not answer.' };
  let { sources, profiles, oldest_profile_at } = data;
  let daysOld = (made: string) => Math.floor((Date.parse(now) - Date.parse(made)) / dayMs);
  return {
    title,
    facts: [
      ...sources.map(({ about, name, version, made_at, problem }) => ({
        label: sourceNames[about],
        text:
          problem ??
          `${name} ${version}, ${made_at ? `${formatCount(daysOld(made_at), 'day')} old` : 'of an unknown day'}`,
        isBad: problem !== null || (made_at !== null && daysOld(made_at) > oldDataDays),
      })),
      ...(sources.length === 0
        ? [{ label: 'IP databases', text: 'Not installed: countries and companies stay unknown.', isBad: true }]
        : []),
      { label: 'Profiles', text: formatInteger(profiles) },
      ...(oldest_profile_at ? [{ label: 'Oldest profile', iso: oldest_profile_at }] : []),
    ],
  };
}

function mailPart({ mail }: InstallationStatus): StatusPart {
  let { way, place, waiting, failed, last_delivered_at, last_failure } = mail;
  let isNewer = !last_failure || (last_delivered_at !== null && last_delivered_at > last_failure.at);
  return {
    title: 'Email',
    facts: [
      { label: way === 'smtp' ? 'Mail server' : 'Outbox folder', text: place },
      { label: 'Waiting', text: formatInteger(waiting) },
      { label: 'Not delivered', text: formatInteger(failed), isBad: failed > 0 },
      last_delivered_at
        ? { label: 'Last delivered', iso: last_delivered_at }
        : { label: 'Last delivered', text: 'None since restart' },
      ...(last_failure
        ? [
            { label: 'Last failure', iso: last_failure.at },
            { label: 'What was said', text: last_failure.words, isBad: !isNewer },
          ]
        : [{ label: 'Last failure', text: 'None since restart' }]),
    ],
  };
}
