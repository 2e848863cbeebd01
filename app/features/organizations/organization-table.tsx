/** The organizations a person belongs to. */
import { Link } from '@remix-run/react';
import type { OrganizationMembership } from 'contract/accounts/users';
import { paths } from '../../links/paths';
import { LinkButton } from '../../ui/button';
import { Cell, type Column, Row, Table } from '../../ui/table';
import { manages, roleWords } from '../../text/labels';

const columns: Column[] = [
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
        <Row key={organization_id}>
          <Cell rowHeader className="break-words">
            <Link to={paths.home(name)}>{name}</Link>
          </Cell>
          <Cell className="max-w-80 break-words">{about.organization_description}</Cell>
          <Cell className="break-all">
            {about.organization_website && (
              <a href={about.organization_website} rel="noreferrer">
                {about.organization_website}
              </a>
            )}
          </Cell>
          <Cell>{roleWords[role]}</Cell>
          <Cell numeric>
            <LinkButton to={paths.organization(name)} size="sm" variant="outline">
              {manages(role) ? 'Edit' : 'View'}
              <span className="sr-only"> {name}</span>
            </LinkButton>
          </Cell>
        </Row>
      ))}
    </Table>
  );
}
