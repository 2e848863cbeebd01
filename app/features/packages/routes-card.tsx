/** The routes of a file package: the path people ask for, where it leads, the address to copy. */
import type { Package, PackageRoute } from 'contract/packages';
import { counted } from '../../charts/numbers';
import { downloadAddress, type GatewayPlace } from '../../gateway-addresses';
import { paths } from '../../paths';
import { LinkButton } from '../../ui/button';
import { Card } from '../../ui/card';
import { CopyText } from '../../ui/copy-text';
import { Facts } from '../../ui/description-list';

interface RoutesProps {
  item: Package;
  routes: readonly PackageRoute[];
  place: GatewayPlace;
  host: string;
  mayChange: boolean;
}

export function RoutesCard({ item, routes, place, host, mayChange }: RoutesProps) {
  return (
    <Card
      title={counted(routes.length, 'Route')}
      description="The most specific path wins."
      actions={
        mayChange && (
          <LinkButton to={paths.packageRoutes(item.owner, item.type, item.name)} variant="outline" size="sm">
            + Add route
          </LinkButton>
        )
      }
    >
      {routes.length === 0 ? (
        <p className="text-sm text-muted">Nothing can be downloaded yet: add a route.</p>
      ) : (
        <ul className="divide-y divide-line">
          {routes.map((route) => (
            <RouteItem key={route.id} item={item} route={route} place={place} host={host} mayChange={mayChange} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function RouteItem({ item, route, place, host, mayChange }: Omit<RoutesProps, 'routes'> & { route: PackageRoute }) {
  let edit = paths.packageRoute(item.owner, item.type, item.name, route.id);
  let remove = paths.packageRouteDelete(item.owner, item.type, item.name, route.id);
  return (
    <li className="flex flex-col gap-2 py-3 first:pt-0 last:pb-0">
      <Facts
        facts={[
          { label: 'Desired path format', value: <code className="break-all">{route.incoming_path}</code> },
          {
            label: 'File location',
            value: route.outgoing_url ? (
              <code className="break-all">{route.outgoing_url}</code>
            ) : (
              'None: requests are counted and answered with an empty page.'
            ),
          },
        ]}
      />
      <CopyText
        text={downloadAddress(place, host, route.incoming_path)}
        label={`download address of ${route.incoming_path}`}
        wrap
      />
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
