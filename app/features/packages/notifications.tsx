/** Mails about new companies of a package: what is switched on. */
import { Link } from '@remix-run/react';
import type { PackageNotification } from 'contract/notifications';
import type { Package } from 'contract/packages';
import { counted } from '../../charts/numbers';
import { paths } from '../../paths';
import { Badge } from '../../ui/badge';
import { LinkButton } from '../../ui/button';
import { Card } from '../../ui/card';
import { type Fact, Facts } from '../../ui/description-list';

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
      description="Email me when a new company uses this package."
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
