/** Packages of other people that the person may see, with the level they have. */
import type { SharedPackage } from 'contract/permissions';
import { paths } from '../../paths';
import { roleWords } from '../../role-labels';
import { LinkButton } from '../../ui/button';
import { Card } from '../../ui/card';
import { PackageIcon } from '../../ui/package-icon';
import { Cell, Table } from '../../ui/table';

const columns = [{ label: 'Package' }, { label: 'Owner' }, { label: 'Level' }, { label: 'Details', hiddenLabel: true }];

export function SharedPackages({ shared }: { shared: readonly SharedPackage[] }) {
  return (
    <Card title="Shared with you" description="Packages of other people that you were added to." flush>
      <Table caption="Packages shared with you" columns={columns}>
        {shared.map(({ id, owner, type, name, permission_level }) => (
          <tr key={id}>
            <Cell rowHeader>
              <span className="flex items-center gap-2">
                <PackageIcon type={type} />
                <span className="break-all">{name}</span>
              </span>
            </Cell>
            <Cell>{owner}</Cell>
            <Cell>{roleWords[permission_level]}</Cell>
            <Cell numeric>
              <LinkButton to={paths.package(owner, type, name)} variant="outline" size="sm">
                View details<span className="sr-only"> of {name}</span>
              </LinkButton>
            </Cell>
          </tr>
        ))}
      </Table>
    </Card>
  );
}
