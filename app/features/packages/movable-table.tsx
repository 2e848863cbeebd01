/**
 * Docker packages and collections with where they come from, with boxes to tick for those who may
 * move them.
 */
import { Badge } from '../../ui/badge';
import { Cell, Table } from '../../ui/table';
import { registryLabel } from './image-reference';
import type { Movable } from './management.server';

interface MovableTableProps {
  movables: readonly Movable[];
  /** Ids of what is ticked from the start; without it there is nothing to tick. */
  chosen?: ReadonlySet<string>;
}

export function MovableTable({ movables, chosen }: MovableTableProps) {
  let columns = [{ label: 'Name' }, { label: 'Backend registry' }, { label: 'Public domains' }];
  return (
    <Table
      caption="Docker packages and collections"
      columns={chosen ? [{ label: 'Move', hiddenLabel: true }, ...columns] : columns}
    >
      {movables.map(({ id, kind, name, registry, domains }) => (
        <tr key={id}>
          {chosen && (
            <Cell>
              <input
                type="checkbox"
                name={`${kind}_ids`}
                value={id}
                defaultChecked={chosen.has(id)}
                aria-label={`Move ${name}`}
                className="size-4 accent-accent"
              />
            </Cell>
          )}
          <Cell rowHeader>
            <span className="break-all">{name}</span> {kind === 'collection' && <Badge>Collection</Badge>}
          </Cell>
          <Cell className="break-all">{registryLabel(registry)}</Cell>
          <Cell className="break-all">{domains.join(', ')}</Cell>
        </tr>
      ))}
    </Table>
  );
}
