/** Archives: asked for, listed, downloaded, deleted. */
import { archivesApi, type Archive } from 'contract/exports/archives';
import { isErrorCode, messageOf } from 'contract/rules/errors';
import { dayOf, time } from 'contract/floor/time';
import { recordAudit } from '../../floor/audit';
import type { OwnerRow } from '../../floor/db/account-schema';
import { serve, Streamed } from '../http/handler';
import { ApiError } from '../../floor/calls/api-error';
import {
  addArchive,
  archiveOf,
  archivesOf,
  deleteArchiveRecord,
  archiveExpiry,
  type ListedArchive,
} from '../../floor/archive-records';

export const archiveEndpoints = serve(archivesApi, {
  async getArchives({ parts, owner }) {
    let rows = await archivesOf(parts.records, owner.id);
    return { results: rows.map((row) => present(row, owner)) };
  },

  async createArchive({ parts, owner, caller, act }) {
    await parts.exporting.archives.checkDiskSpace();
    let row = await addArchive(parts.records, owner, { act, userId: caller.user.id });
    parts.exporting.archives.wake();
    return present(row, owner);
  },

  async getArchiveFile({ parts, owner, params, act }) {
    let row = await archiveOf(parts.records, owner.id, params.id);
    if (row.status !== 'done') throw new ApiError('archive-not-found');
    let file = await parts.exporting.archives.read(row.id);
    await recordAudit(parts.records, act, { action: 'archive-downloaded', owner });
    return new Streamed(file, {
      'content-type': 'application/gzip',
      'content-disposition': `attachment; filename="landfall-${owner.name}-${dayOf(row.created_at)}.tar.gz"`,
    });
  },

  async deleteArchive({ parts, owner, params }) {
    await deleteArchiveRecord(parts.records, owner.id, params.id);
    parts.exporting.archives.wake();
    return undefined;
  },
});

function present(row: ListedArchive, owner: OwnerRow): Archive {
  return {
    id: row.id,
    owner: owner.name,
    status: row.status,
    files_done: row.files_done,
    files_total: row.files_total,
    events: row.event_count,
    bytes: row.byte_count,
    reason: isErrorCode(row.reason) ? messageOf(row.reason) : null,
    requested_by: row.requested_by_name,
    created_at: time(row.created_at),
    finished_at: row.finished_at === null ? null : time(row.finished_at),
    ends_at: time(archiveExpiry(row)),
  };
}
