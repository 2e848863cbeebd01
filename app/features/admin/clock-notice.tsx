/** Notice of a clock that has jumped, on every admin page. */
import type { ClockDoubt } from 'contract/admin/clock';
import { PostForm } from '../../forms/post-form';
import { SubmitButton } from '../../forms/submit';
import { paths } from '../../links/paths';
import { AlertBox } from '../../ui/alert';
import { HiddenFields } from '../../ui/menu-items';
import { DateTimeText } from '../../ui/moment';

export function ClockNotice({ clock, since, last_seen, believed_at }: ClockDoubt) {
  let isAhead = since > last_seen;
  return (
    <AlertBox
      variant="danger"
      title={isAhead ? 'The clock is days ahead of the last time.' : 'The clock was set back.'}
      action={
        <PostForm action={paths.adminClockConfirmation()}>
          <HiddenFields fields={{ since }} />
          <SubmitButton variant="outline" size="sm" pending="Saving …">
            The clock is right
          </SubmitButton>
        </PostForm>
      }
    >
      <p>
        It shows <DateTimeText iso={clock} />. The server last ran at <DateTimeText iso={last_seen} />. Until this is
        clear, nothing is deleted because of its age: no events, audit entries, emails or backups.
      </p>
      <p>
        {isAhead
          ? 'If the server was off in between, confirm the clock: everything past its retention is then deleted.'
          : 'Confirm the clock only if the time before was wrong.'}{' '}
        Otherwise set the clock (NTP); this notice then disappears.
        {believed_at !== null && (
          <>
            {' '}
            Without a confirmation, deletions continue on <DateTimeText iso={believed_at} />.
          </>
        )}
      </p>
    </AlertBox>
  );
}
