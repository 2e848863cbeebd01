/** Notices about events that are not stored, lost or damaged, and damaged stores, on every admin page. */
import type { JournalStatus } from 'contract/admin/journal';
import { SubmitButton } from '../../forms/submit';
import { PostForm } from '../../forms/post-form';
import { paths } from '../../links/paths';
import { AlertBox } from '../../ui/alert';
import { HiddenFields } from '../../ui/menu-items';
import { DateTimeText } from '../../ui/moment';
import { formatCount } from '../../ui/numbers';
import { Stack } from '../../ui/stack';

export function JournalNotices({ journal: { problem, losses, damage, stores } }: { journal: JournalStatus }) {
  if (problem === null && !losses?.unseen && !damage.unseen && stores.length === 0) return null;
  return (
    <Stack>
      {problem !== null && (
        <AlertBox variant="danger" title="Events are not stored at the moment.">
          {problem}
        </AlertBox>
      )}
      {stores.map((sentence) => (
        <AlertBox key={sentence} variant="danger" title="Part of the stored data is damaged.">
          {sentence}
        </AlertBox>
      ))}
      {losses?.unseen && <LossNotice losses={losses} unseen={losses.unseen} />}
      {damage.unseen && <DamageNotice damage={damage} unseen={damage.unseen} />}
    </Stack>
  );
}

type Losses = NonNullable<JournalStatus['losses']>;
type UnseenLosses = NonNullable<Losses['unseen']>;

const reasons: Record<UnseenLosses['reasons'][number], string> = {
  'disk-full': 'The disk of the data folder was nearly full. Free up space, or use a larger disk.',
  'journal-full':
    'The journal had reached its size, because its events were not stored. See below what stopped that, or raise JOURNAL_MAX_MB.',
  'write-failed': 'The journal could not be written. Check the disk, and see the log of the server.',
  'too-slow': 'More events arrived than the disk could write. Check whether another program keeps the disk busy.',
  others: 'See the log of the server.',
};

function LossNotice({ losses, unseen }: { losses: Losses; unseen: UnseenLosses }) {
  let { count_id, events } = losses;
  return (
    <AlertBox
      variant="warning"
      title={`${formatCount(unseen.events, 'event')} could not be stored.`}
      action={<SeenForm about="losses" fields={{ count_id, events }} />}
    >
      <p>
        Between <DateTimeText iso={unseen.since} /> and <DateTimeText iso={unseen.until} />, downloads and views were
        served but not counted. They are missing from all reports.
      </p>
      {unseen.reasons.map((reason) => (
        <p key={reason}>{reasons[reason]}</p>
      ))}
    </AlertBox>
  );
}

type Damage = JournalStatus['damage'];

function DamageNotice({ damage, unseen }: { damage: Damage; unseen: NonNullable<Damage['unseen']> }) {
  let { count_id, lines, missing, refused, folder } = damage;
  return (
    <AlertBox
      variant="warning"
      title="Part of the journal of events is damaged."
      action={<SeenForm about="damage" fields={{ count_id, lines, missing, refused }} />}
    >
      <p>
        <span>{damageText(unseen)}</span>
        {unseen.last_at !== null && (
          <>
            {' '}
            The last of it was found on <DateTimeText iso={unseen.last_at} />.
          </>
        )}
        <span> Everything else is stored.</span>
      </p>
      {unseen.lines > 0 && (
        <p>Check the disk for errors: nothing but a failing disk or another program changes lines.</p>
      )}
      {unseen.refused > 0 && <p>Report the reason shown next to each rejected event: it is a bug in Landfall.</p>}
      {unseen.lines + unseen.refused > 0 && (
        <p>
          What was found is kept in <span className="font-mono wrap-anywhere">{folder}</span>. Delete it when you no
          longer need it.
        </p>
      )}
    </AlertBox>
  );
}

export function damageText({ lines, missing, refused }: Pick<Damage, 'lines' | 'missing' | 'refused'>): string {
  let is = (count: number) => (count === 1 ? 'is' : 'are');
  let parts = [
    lines > 0 && `${formatCount(lines, 'line')} cannot be read`,
    missing > 0 && `${formatCount(missing, 'event')} ${is(missing)} missing`,
    refused > 0 && `${formatCount(refused, 'event')} could not be stored and ${is(refused)} set aside`,
  ].filter((part) => part !== false);
  return `${parts.join(', ')}.`;
}

function SeenForm({ about, fields }: { about: 'losses' | 'damage'; fields: Record<string, string | number> }) {
  return (
    <PostForm action={paths.adminJournalAcknowledgement(about)}>
      <HiddenFields fields={fields} />
      <SubmitButton variant="outline" size="sm" pending="Saving …">
        I have seen this<span className="sr-only">: {about === 'losses' ? 'lost events' : 'the damage'}</span>
      </SubmitButton>
    </PostForm>
  );
}
