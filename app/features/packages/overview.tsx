import type { PackageTypeName } from 'contract/packages/packages';
import type { SharedPackage } from 'contract/organizations/permissions';
import { paths } from '../../links/paths';
import { withoutFilter } from '../../links/query-parameters';
import { usePreservedQuery } from '../../shell/use-page';
import { roleLabels } from '../../text/labels';
import { LinkButton } from '../../ui/button';
import { Card } from '../../ui/card';
import { Chips } from '../../ui/chips';
import { EmptyState } from '../../ui/empty-state';
import { Name } from '../../ui/name';
import { PackageIcon } from '../../ui/package-icon';
import { TableCell, TableRow, Table } from '../../ui/table';
import { Tabs } from '../../ui/tabs';
import { typeLabel } from '../../text/type-label';

interface FilterProps {
  types: readonly PackageTypeName[];
  /** Types of the owner's packages; none if there is only one. */
  offered: readonly PackageTypeName[];
  /** URL of the list of these types. */
  to: (types: PackageTypeName[]) => string;
}

export function PackageFilters({ types, offered, to }: FilterProps) {
  if (offered.length === 0) return null;
  return (
    <Chips
      label="Filter by type"
      chips={offered.map((type) => ({
        label: typeLabel(type),
        to: to(toggled(types, type)),
        on: types.includes(type),
      }))}
    />
  );
}

function toggled(types: readonly PackageTypeName[], type: PackageTypeName): PackageTypeName[] {
  return types.includes(type) ? types.filter((t) => t !== type) : [...types, type];
}

export function NoPackages({
  owner,
  isFiltered,
  mayChange,
}: {
  owner: string;
  isFiltered: boolean;
  mayChange: boolean;
}) {
  if (isFiltered)
    return (
      <EmptyState
        title="No matching packages"
        action={
          <LinkButton to={paths.packages(owner)} variant="outline">
            Show all packages
          </LinkButton>
        }
      >
        Try another name or type.
      </EmptyState>
    );
  return (
    <EmptyState
      title="No packages yet"
      icon={<PackageIcon decorative className="size-10" />}
      action={mayChange && <LinkButton to={paths.newPackage(owner)}>Create a package</LinkButton>}
    >
      Create a package to get a download URL. Every download through it shows up here.
    </EmptyState>
  );
}

const sharedColumns = [
  { label: 'Package' },
  { label: 'Owner' },
  { label: 'Level' },
  { label: 'Details', hiddenLabel: true },
];

export function SharedPackages({ shared }: { shared: readonly SharedPackage[] }) {
  return (
    <Card title="Shared with you" description="Packages of other accounts that you are a member of" flush>
      <Table caption="Packages shared with you" columns={sharedColumns}>
        {shared.map(({ id, owner, type, name, permission_level }) => (
          <TableRow key={id}>
            <TableCell rowHeader>
              <span className="flex items-center gap-2">
                <PackageIcon type={type} />
                <Name>{name}</Name>
              </span>
            </TableCell>
            <TableCell>{owner}</TableCell>
            <TableCell>{roleLabels[permission_level]}</TableCell>
            <TableCell numeric>
              <LinkButton to={paths.package(owner, type, name)} variant="outline" size="sm">
                View details<span className="sr-only"> of {name}</span>
              </LinkButton>
            </TableCell>
          </TableRow>
        ))}
      </Table>
    </Card>
  );
}

export function PackagesTabs({ owner }: { owner: string }) {
  let kept = withoutFilter(usePreservedQuery());
  return (
    <Tabs
      label="Packages"
      tabs={[
        { label: 'All packages', to: paths.packages(owner, kept) },
        { label: 'Move to another registry', to: paths.packagesManagement(owner) },
      ]}
    />
  );
}
