import { Link } from '@remix-run/react';
import type { PackageNotification } from 'contract/alerts/notifications';
import type { Package } from 'contract/packages/packages';
import type { PackageRoute } from 'contract/packages/package-routes';
import type { PackagePermission } from 'contract/organizations/permissions';
import type { AnyRole } from 'contract/accounts/users';
import type { ReactNode } from 'react';
import { partIsMissing } from '../../config/browser-messages';
import { formatCount } from '../../ui/numbers';
import { MemberList } from '../../forms/member-table';
import { downloadAddress, type GatewayOrigin } from '../../gateway/gateway-addresses';
import { isSameOwner, paths } from '../../links/paths';
import type { SharedReportQuery } from '../../links/query-parameters';
import { isManagerRole } from '../../text/labels';
import { Badge } from '../../ui/badge';
import { LinkButton } from '../../ui/button';
import { Card } from '../../ui/card';
import { CopyText } from '../../ui/copy-text';
import { type Fact, Facts } from '../../ui/description-list';
import { TryAddress, type TriedAddress } from './route-tester';

interface RoutesProps {
  item: Package;
  routes: readonly PackageRoute[];
  place: GatewayOrigin;
  host: string;
  mayChange: boolean;
}

interface RoutesCardProps extends RoutesProps {
  tried: TriedAddress | null;
  /** What links between reports keep. */
  kept: SharedReportQuery;
}

export function RoutesCard({ item, routes, place, host, mayChange, tried, kept }: RoutesCardProps) {
  return (
    <Card
      title="Routes"
      description="The most specific path wins; regular expressions come last."
      actions={
        mayChange && (
          <LinkButton to={paths.packageRoutes(item.owner, item.type, item.name)} variant="outline" size="sm">
            + Add route
          </LinkButton>
        )
      }
    >
      {routes.length === 0 ? (
        <p className="text-sm text-muted">Add a route to get a download URL.</p>
      ) : (
        <ul className="divide-y divide-line">
          {routes.map((route) => (
            <RouteItem key={route.id} item={item} route={route} place={place} host={host} mayChange={mayChange} />
          ))}
        </ul>
      )}
      {routes.length > 0 && <TryAddress routes={routes} tried={tried} kept={kept} />}
    </Card>
  );
}

const typeLabels: Record<PackageRoute['type'], string> = {
  'uri-template': 'Download path',
  regex: 'Regular expression',
  telemetry: 'Path for events',
};

function locationOf({ type, outgoing_url, requires_token }: PackageRoute): ReactNode {
  if (type === 'telemetry') return requires_token ? 'None: receives events with a token.' : 'None: receives events.';
  if (outgoing_url) return <code className="wrap-anywhere">{outgoing_url}</code>;
  return 'None: only counts requests.';
}

function RouteItem({ item, route, place, host, mayChange }: Omit<RoutesProps, 'routes'> & { route: PackageRoute }) {
  let edit = paths.packageRoute(item.owner, item.type, item.name, route.id);
  let remove = paths.packageRouteDelete(item.owner, item.type, item.name, route.id);
  return (
    <li className="flex flex-col gap-2 py-3 first:pt-0 last:pb-0">
      <Facts
        facts={[
          { label: typeLabels[route.type], value: <code className="wrap-anywhere">{route.incoming_path}</code> },
          { label: 'File location', value: locationOf(route) },
        ]}
      />
      {route.type !== 'regex' && (
        <CopyText
          text={downloadAddress(place, host, route.incoming_path)}
          label={`download URL of ${route.incoming_path}`}
          wrap
        />
      )}
      {mayChange && (
        <div className="flex gap-2">
          <LinkButton to={edit} variant="outline" size="xs">
            Edit<span className="sr-only"> route {route.incoming_path}</span>
          </LinkButton>
          <LinkButton to={remove} variant="danger-outline" size="xs">
            Delete<span className="sr-only"> route {route.incoming_path}</span>
          </LinkButton>
        </div>
      )}
    </li>
  );
}

interface SourcesProps {
  item: Package;
  /** Undefined if they could not be loaded. */
  fallbacks: readonly string[] | undefined;
  /** The registry's own count, if one is offered. */
  ownCount: ReactNode;
  mayChange: boolean;
}

/** Where files come from when the registry is away, and what it counts itself. Empty without either. */
export function SourcesCard({ item, fallbacks, ownCount, mayChange }: SourcesProps) {
  let hasFallbacks = mayChange || fallbacks === undefined || fallbacks.length > 0;
  if (!hasFallbacks && !ownCount) return null;
  let facts: Fact[] = [
    ...(hasFallbacks
      ? [{ label: 'Fallbacks', value: <Fallbacks item={item} fallbacks={fallbacks} mayChange={mayChange} /> }]
      : []),
    ...(ownCount ? [{ label: 'Registry downloads', value: ownCount }] : []),
  ];
  return (
    <Card title="Registry">
      <Facts facts={facts} />
    </Card>
  );
}

function Fallbacks({ item: { owner, type, name }, fallbacks, mayChange }: Omit<SourcesProps, 'ownCount'>) {
  return (
    <>
      {fallbacks === undefined ? partIsMissing : fallbacks.join(', ') || 'None'}
      {mayChange && (
        <>
          {' · '}
          <Link to={paths.packageFallbacks(owner, type, name)} className="text-accent underline">
            Change<span className="sr-only"> fallbacks</span>
          </Link>
        </>
      )}
    </>
  );
}

interface MembersProps {
  item: { owner: string; type: string; name: string };
  members: readonly PackagePermission[];
  /** The reader's level. */
  by: AnyRole;
  username: string;
}

export function MembersCard({ item: { owner, type, name }, members, by, username }: MembersProps) {
  let isManager = isManagerRole(by);
  let isGuest = members.some((member) => isSameOwner(member.username, username)) && !isSameOwner(username, owner);
  return (
    <Card
      title={formatCount(members.length, 'Member')}
      description="Admins can edit; members can view."
      flush
      actions={
        <>
          {isManager && (
            <LinkButton to={paths.packageMembers(owner, type, name)} variant="outline" size="sm">
              + Add user
            </LinkButton>
          )}
          {isGuest && (
            <LinkButton to={paths.packageLeave(owner, type, name)} variant="danger-outline" size="sm">
              Leave
            </LinkButton>
          )}
        </>
      }
    >
      <MemberList
        caption="Manage members"
        field={{ name: 'permission_level', word: 'Level' }}
        members={members.map(({ permission_level, ...member }) => ({ ...member, role: permission_level }))}
        by={by}
        username={username}
        mayChange={(member) =>
          isManager && !isSameOwner(member.username, owner) && (by === 'owner' || !isManagerRole(member.role))
        }
        pathOf={(member) => paths.packageMember(owner, type, name, member)}
        removalPathOf={(member) => paths.packageMemberDelete(owner, type, name, member)}
      />
    </Card>
  );
}

interface NotificationsProps {
  item: Package;
  own: PackageNotification | null;
  others: readonly string[];
}

export function NotificationsCard({ item, own, others }: NotificationsProps) {
  let also: Fact[] = others.length > 0 ? [{ label: 'Also notified', value: others.join(', ') }] : [];
  let facts: Fact[] = own
    ? [
        { label: 'State', value: own.is_paused ? <Paused /> : <Badge colour="green">Enabled</Badge> },
        { label: 'Type', value: 'New company' },
        { label: 'Triggered at', value: formatCount(own.downloads, 'download') },
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
