/** The collections of an owner as a table: which paths, from which registry, at which domain. */
import type { Collection } from 'contract/collections';
import { paths } from '../../paths';
import { Badge } from '../../ui/badge';
import { LinkButton } from '../../ui/button';
import { Cell, Table } from '../../ui/table';

interface CollectionTableProps {
  collections: readonly Collection[];
  mayChange: boolean;
}

export function CollectionTable({ collections, mayChange }: CollectionTableProps) {
  return (
    <Table
      caption="All collections"
      columns={[
        { label: 'Path' },
        { label: 'Backend Domain' },
        { label: 'Public Domain' },
        { label: 'Change', hiddenLabel: true },
      ]}
    >
      {collections.map((collection) => (
        <tr key={collection.id}>
          <Cell rowHeader>
            <code className="break-all">{collection.pattern}</code>
          </Cell>
          <Cell className="break-all">{collection.backend_domain}</Cell>
          <Cell className="break-all">
            {collection.public_domain}{' '}
            {!collection.public_domain_is_verified && <Badge colour="yellow">Not verified</Badge>}
          </Cell>
          <Cell numeric>{mayChange && <RowActions {...collection} />}</Cell>
        </tr>
      ))}
    </Table>
  );
}

function RowActions({ owner, id, pattern }: Collection) {
  let of = <span className="sr-only"> {pattern}</span>;
  return (
    <span className="inline-flex gap-2">
      <LinkButton to={paths.collectionEdit(owner, id)} variant="outline" size="xs">
        Edit{of}
      </LinkButton>
      <LinkButton to={paths.collectionDelete(owner, id)} variant="danger-outline" size="xs">
        Delete{of}
      </LinkButton>
    </span>
  );
}
