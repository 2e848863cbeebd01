/** Archives: everything an account or an organization owns, as one file that is made once. */
import { z } from 'zod';
import { knownOrOthers, route } from '../rules/route';

export const archiveStatuses = ['waiting', 'running', 'done', 'failed'] as const;
export type ArchiveStatus = (typeof archiveStatuses)[number];

const Count = z.number().int().nonnegative();
const Moment = z.string().datetime();

export const Archive = z.object({
  id: z.string(),
  owner: z.string(),
  status: knownOrOthers(archiveStatuses),
  /** Files in it, of all that will be; both 0 before it starts. */
  files_done: Count,
  files_total: Count,
  events: Count,
  bytes: Count,
  /** Why it has failed; null otherwise. */
  reason: z.string().nullable(),
  /** Username; null where the account is deleted. */
  requested_by: z.string().nullable(),
  created_at: Moment,
  finished_at: Moment.nullable(),
  /** When its file is deleted. */
  ends_at: Moment,
});
export type Archive = z.infer<typeof Archive>;

const all = { tag: 'Backups', access: 'own', path: '/v2/archives/{owner}' } as const;
const params = z.object({ owner: z.string() });
const one = { ...all, params: params.extend({ id: z.string() }) } as const;

export const archivesApi = {
  getArchives: route({
    ...all,
    params,
    id: 'getArchives',
    method: 'GET',
    summary: 'List full backups, newest first',
    answer: z.object({ results: z.array(Archive) }),
    errors: ['owner-not-found'],
  }),

  createArchive: route({
    ...all,
    params,
    id: 'createArchive',
    method: 'POST',
    summary: 'Create a full backup of an owner; an email is sent when it is ready',
    status: 201,
    answer: Archive,
    errors: ['owner-not-found', 'archive-is-being-made', 'too-little-room'],
  }),

  getArchiveFile: route({
    ...one,
    id: 'getArchiveFile',
    method: 'GET',
    path: '/v2/archives/{owner}/{id}/file',
    summary: 'Download a full backup (tar.gz)',
    kind: 'file',
    errors: ['owner-not-found', 'archive-not-found'],
  }),

  deleteArchive: route({
    ...one,
    id: 'deleteArchive',
    method: 'DELETE',
    path: '/v2/archives/{owner}/{id}',
    summary: 'Delete or cancel a full backup',
    errors: ['owner-not-found', 'archive-not-found'],
  }),
};
