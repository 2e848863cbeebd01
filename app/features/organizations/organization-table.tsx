import { Link } from '@remix-run/react';
import type { OrganizationMembership } from 'contract/accounts/users';
import { paths } from '../../links/paths';
import { LinkButton } from '../../ui/button';
import { TableCell, type TableColumn, TableRow, Table } from '../../ui/table';
import { isManagerRole, roleLabels } from '../../text/labels';

const columns: TableColumn[] = [
  { label: 'Organization' },
  { label: 'Description' },
  { label: 'Website' },
  { label: 'Role' },
  { label: 'Open', hiddenLabel: true },
];

export function OrganizationList({ memberships }: { memberships: readonly OrganizationMembership[] }) {
  return (
    <Table caption="Organizations" columns={columns}>
      {memberships.map(({ organization_id, organization_name: name, role, ...about }) => (
        <TableRow key={organization_id}>
          <TableCell rowHeader className="break-words">
            <Link to={paths.home(name)}>{name}</Link>
          </TableCell>
          <TableCell className="max-w-80 break-words">{about.organization_description}</TableCell>
          <TableCell className="wrap-anywhere">
            {about.organization_website && (
              <a href={about.organization_website} rel="noreferrer">
                {about.organization_website}
              </a>
            )}
          </TableCell>
          <TableCell>{roleLabels[role]}</TableCell>
          <TableCell numeric>
            <LinkButton to={paths.organization(name)} size="sm" variant="outline">
              {isManagerRole(role) ? 'Edit' : 'View'}
              <span className="sr-only"> {name}</span>
            </LinkButton>
          </TableCell>
        </TableRow>
      ))}
    </Table>
  );
}
