/**
 * Notifies owners by mail of changes of their downloads. The first change is mailed at once; those
 * of the next minutes are collected into one mail, so that a script that changes a hundred routes
 * does not send a hundred.
 */
import { minuteMs } from 'contract/floor/time';
import { changesShown, downloadsChangedEmail, type DownloadChangeEntry } from './emails';
import type { Mail } from '../floor/mail/mail';
import type { ActorContext, ChangedDownloads, Recipient } from '../floor/audit';

export interface DownloadChangeEmails {
  /** Call it once a call has succeeded: sends notices of its changes, if any. */
  tell(act: ActorContext): void;
  /** Sends what was collected. */
  close(): void;
}

/** The changes of one owner for one person, in one mail. */
interface Bundle {
  to: Recipient;
  owner: ChangedDownloads['owner'];
  /** The first ones. */
  changes: DownloadChangeEntry[];
  /** How many there are in all. */
  total: number;
}

const gatheredMs = 5 * minuteMs;
const creations: readonly string[] = ['package-created', 'collection-created'];

export function createDownloadChangeEmails({
  mail,
  publicUrl,
}: {
  mail: Mail;
  publicUrl: string;
}): DownloadChangeEmails {
  /** By owner and recipient, while a mail to them is recent; null when nothing has followed yet. */
  let gathering = new Map<string, { bundle: Bundle | null; timer: NodeJS.Timeout }>();

  let send = ({ to, owner, changes, total }: Bundle) =>
    mail.send({
      ownerId: owner.id,
      message: downloadsChangedEmail(to.email, changes, { total, name: to.name, owner, publicUrl }),
    });

  let sendAndGather = (key: string, bundle: Bundle) => {
    send(bundle);
    let timer = setTimeout(() => {
      let next = gathering.get(key)?.bundle;
      if (next) sendAndGather(key, next);
      else gathering.delete(key);
    }, gatheredMs).unref();
    gathering.set(key, { bundle: null, timer });
  };

  return {
    tell(act) {
      if (!act.downloads) return;
      let { owner } = act.downloads;
      for (let to of recipientsOf(act, act.downloads)) {
        let key = `${owner.id} ${to.id}`;
        let open = gathering.get(key);
        let bundle = joined(open?.bundle, { to, owner, ...toldOf(act, act.downloads) });
        if (open) open.bundle = bundle;
        else sendAndGather(key, bundle);
      }
    },
    close() {
      for (let { bundle, timer } of gathering.values()) {
        clearTimeout(timer);
        if (bundle) send(bundle);
      }
      gathering.clear();
    },
  };
}

/** Something new moves no existing download, so the person who created it gets no mail. */
function recipientsOf({ actor }: ActorContext, { recipients, changes }: ChangedDownloads): Recipient[] {
  let isNew = changes.every(({ action }) => creations.includes(action));
  return isNew ? recipients.filter(({ id }) => id !== actor?.id) : recipients;
}

function toldOf(
  { actor, address, time }: ActorContext,
  { changes }: ChangedDownloads,
): Pick<Bundle, 'changes' | 'total'> {
  // With no one signed in, only automatic checks of domains change downloads.
  let by = actor?.name ?? 'an automatic check';
  let shown = changes.slice(0, changesShown).map((change) => ({ ...change, by, address, time }));
  return { changes: shown, total: changes.length };
}

function joined(before: Bundle | null | undefined, next: Bundle): Bundle {
  if (!before) return next;
  let changes = [...before.changes, ...next.changes].slice(0, changesShown);
  return { ...next, changes, total: before.total + next.total };
}
