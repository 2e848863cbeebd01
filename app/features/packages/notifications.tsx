/** Mails about new companies of a package: what is switched on, and the form that changes it. */
import type { SubmissionResult } from '@conform-to/react';
import { Link } from '@remix-run/react';
import type { PackageNotification } from 'contract/notifications';
import type { Package } from 'contract/packages';
import { counted } from '../../charts/numbers';
import { AppForm, useAppForm } from '../../forms/app-form';
import { CheckField } from '../../forms/choices';
import { TextField } from '../../forms/fields';
import { FormError, SubmitButton } from '../../forms/submit';
import { paths } from '../../paths';
import { Badge } from '../../ui/badge';
import { LinkButton } from '../../ui/button';
import { Card } from '../../ui/card';
import { type Fact, Facts } from '../../ui/facts';

interface NotificationsProps {
  item: Package;
  /** The reader's own; null while it is off. */
  own: PackageNotification | null;
  /** Names of others who are told. */
  others: readonly string[];
}

export function NotificationsCard({ item, own, others }: NotificationsProps) {
  let also: Fact[] = others.length > 0 ? [{ label: 'Also told', value: others.join(', ') }] : [];
  let facts: Fact[] = own
    ? [
        { label: 'State', value: own.is_paused ? <Paused /> : <Badge colour="green">Enabled</Badge> },
        { label: 'Type', value: 'New company' },
        { label: 'Triggered at', value: counted(own.downloads, 'download') },
        { label: 'Via', value: 'Email to you' },
      ]
    : [{ label: 'State', value: <Badge>Off</Badge> }];
  return (
    <Card
      title="Notifications"
      description="A mail to you when a new company uses this package."
      actions={
        <LinkButton to={paths.packageNotifications(item.owner, item.type, item.name)} variant="outline" size="sm">
          {own ? 'Change' : 'Set up'}
          <span className="sr-only"> notifications</span>
        </LinkButton>
      }
    >
      <Facts facts={[...facts, ...also]} />
    </Card>
  );
}

function Paused() {
  return (
    <>
      <Badge colour="yellow">Paused</Badge> See your{' '}
      <Link to={paths.accountEmail()} className="text-accent underline">
        email preferences
      </Link>
      .
    </>
  );
}

interface FormProps {
  isEnabled: boolean;
  downloads: number;
  /** Where the mails go. */
  email: string;
  lastResult?: SubmissionResult<string[]>;
}

export function NotificationForm({ isEnabled, downloads, email, lastResult }: FormProps) {
  let form = useAppForm(lastResult, { defaultValue: { enabled: isEnabled, downloads: String(downloads) } });
  return (
    <AppForm form={form}>
      <FormError />
      <CheckField
        name="enabled"
        label="Tell me about new companies"
        hint={
          <>
            By email to <span className="break-all">{email}</span>, once for each company. Looked for every 15 minutes;
            matches of low confidence and companies that use the package already are left out.
          </>
        }
      />
      <TextField
        name="downloads"
        label="Triggered at"
        inputMode="numeric"
        autoComplete="off"
        hint="Downloads by one company before it is worth a mail."
      />
      <div>
        <SubmitButton pending="Saving …">Save</SubmitButton>
      </div>
    </AppForm>
  );
}
