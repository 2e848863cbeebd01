import { Form } from '@remix-run/react';
import type { PackageTypeName } from 'contract/packages/packages';
import type { SharedPackage } from 'contract/organizations/permissions';
import { paths } from '../../links/paths';
import { roleLabels } from '../../text/labels';
import { Button, LinkButton } from '../../ui/button';
import { Card } from '../../ui/card';
import { Chips } from '../../ui/chips';
import { EmptyState } from '../../ui/empty-state';
import { Icon } from '../../ui/icon';
import { PackageIcon } from '../../ui/package-icon';
import { TableCell, TableRow, Table } from '../../ui/table';
import { Tabs } from '../../ui/tabs';
import type { OverviewFilter } from './overview.server';
import { typeLabel } from './type-label';

interface FilterProps {
  owner: string;
  filter: OverviewFilter;
  /** Types of the owner's packages; none if there is only one. */
  offered: readonly PackageTypeName[];
}

/** Each control keeps the other's value. */
export function PackageFilters({ owner, filter, offered }: FilterProps) {
  let { types, q } = filter;
  let noise = filter.withoutNoise ? 'hide' : '';
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      {offered.length > 0 && (
        <Chips
          label="Filter by type"
          chips={offered.map((type) => ({
            label: typeLabel(type),
            to: paths.packages(owner, { type: toggled(types, type), q, noise }),
            on: types.includes(type),
          }))}
        />
      )}
      <Form method="get" role="search" aria-label="Packages" className="ml-auto flex w-full gap-2 sm:w-auto">
        {types.map((type) => (
          <input key={type} type="hidden" name="type" value={type} />
        ))}
        {noise && <input type="hidden" name="noise" value={noise} />}
        <input
          key={q}
          type="search"
          name="q"
          defaultValue={q}
          aria-label="Package name"
          placeholder="Package name"
          className="min-w-0 flex-1 rounded-md border border-line-strong bg-surface px-3 py-1.5 text-sm placeholder:text-muted"
        />
        <Button type="submit" variant="outline" size="sm">
          <Icon name="search" />
          Search
        </Button>
      </Form>
    </div>
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
                <span className="wrap-anywhere">{name}</span>
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
  return (
    <Tabs
      label="Packages"
      tabs={[
        { label: 'All packages', to: paths.packages(owner) },
        { label: 'Move to another registry', to: paths.packagesManagement(owner) },
      ]}
    />
  );
}
