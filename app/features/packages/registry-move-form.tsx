/** Form and preview of a registry move. */
import type { SubmissionResult } from '@conform-to/react';
import { backendRegistry } from 'contract/rules/hosting-rules';
import type { RegistryMove } from 'contract/packages/registry-moves';
import { formatCount } from '../../ui/numbers';
import { AppForm, useAppForm } from '../../forms/app-form';
import { RadioCards } from '../../forms/choices';
import { HiddenField, TextField } from '../../forms/fields';
import { FormError } from '../../forms/form-error';
import { SubmitButton } from '../../forms/submit';
import { PostForm } from '../../forms/post-form';
import { AlertBox } from '../../ui/alert';
import { Badge } from '../../ui/badge';
import { Card } from '../../ui/card';
import { Name } from '../../ui/name';
import { TableCell, TableRow, Table } from '../../ui/table';
import { registryLabel } from './types/image-reference';
import type { Movable } from './registry-move.server';

interface MoveFormProps {
  movables: readonly Movable[];
  lastResult?: SubmissionResult<string[]>;
}

export function MoveForm({ movables, lastResult }: MoveFormProps) {
  let form = useAppForm(lastResult, { rules: { backend_registry: backendRegistry }, defaultValue: { which: 'all' } });
  let { package_ids, collection_ids } = lastResult?.initialValue ?? {};
  let chosen = new Set([package_ids, collection_ids].flat().filter((id) => typeof id === 'string'));
  return (
    <AppForm form={form}>
      <FormError />
      <TextField
        name="backend_registry"
        label="New backend registry"
        placeholder="ghcr.io"
        autoComplete="off"
        spellCheck={false}
        hint="The new registry of the images, with the same names."
      />
      <RadioCards
        name="which"
        label="What moves"
        options={[
          { value: 'all', label: 'Everything', description: 'All docker packages and collections below.' },
          { value: 'chosen', label: 'Selected only', description: 'Packages on one domain move together.' },
        ]}
      />
      <MovableList movables={movables} chosen={chosen} />
      <div>
        <SubmitButton name="preview" value="yes" variant="outline" pending="Looking …">
          Preview changes
        </SubmitButton>
      </div>
    </AppForm>
  );
}

/** Submits exactly the listed items, even if others were created meanwhile. */
export function MovePreview({ plan, registry }: { plan: RegistryMove; registry: string }) {
  let { packages, collections, conflicts } = plan;
  let moved = [...packages, ...collections];
  return (
    <Card title="What changes" flush>
      <div className="flex flex-col gap-4 px-4 pb-4 sm:px-6">
        {conflicts.map((conflict) => (
          <AlertBox key={conflict.domain} variant="danger" title={`This does not work on ${conflict.domain}`}>
            {conflict.registries.length > 1
              ? `One public domain points to only one backend registry; this one would point to ${conflict.registries.join(' and ')}. Move all of it together.`
              : `Two packages or collections would serve the same image: ${conflict.images.join(', ')}.`}
          </AlertBox>
        ))}
        {moved.length === 0 && <p>Nothing: all of it comes from {registryLabel(registry)} already.</p>}
      </div>
      {moved.length > 0 && (
        <Table caption="Old and new registries" columns={[{ label: 'Name' }, { label: 'From' }, { label: 'To' }]}>
          {moved.map(({ id, name, from, to }) => (
            <TableRow key={id}>
              <TableCell rowHeader className="wrap-anywhere">
                {name}
              </TableCell>
              <TableCell>{registryLabel(from)}</TableCell>
              <TableCell>{registryLabel(to)}</TableCell>
            </TableRow>
          ))}
        </Table>
      )}
      {moved.length > 0 && conflicts.length === 0 && (
        <PostForm className="border-t border-line p-4 sm:px-6">
          <HiddenField name="which" value="chosen" />
          <HiddenField name="backend_registry" value={registry} />
          {packages.map(({ id }) => (
            <HiddenField key={id} name="package_ids" value={id} />
          ))}
          {collections.map(({ id }) => (
            <HiddenField key={id} name="collection_ids" value={id} />
          ))}
          <SubmitButton pending="Moving …">Move {formatCount(moved.length, 'item')}</SubmitButton>
        </PostForm>
      )}
    </Card>
  );
}

interface MovableTableProps {
  movables: readonly Movable[];
  /** Initially selected ids; no checkboxes if undefined. */
  chosen?: ReadonlySet<string>;
}

export function MovableList({ movables, chosen }: MovableTableProps) {
  let columns = [{ label: 'Name' }, { label: 'Backend registry' }, { label: 'Public domains' }];
  return (
    <Table
      caption="Docker packages and collections"
      columns={chosen ? [{ label: 'Move', hiddenLabel: true }, ...columns] : columns}
    >
      {movables.map(({ id, kind, name, registry, domains }) => (
        <TableRow key={id}>
          {chosen && (
            <TableCell>
              <input
                type="checkbox"
                name={`${kind}_ids`}
                value={id}
                defaultChecked={chosen.has(id)}
                aria-label={`Move ${name}`}
                className="size-4 accent-accent"
              />
            </TableCell>
          )}
          <TableCell rowHeader>
            <Name>{name}</Name> {kind === 'collection' && <Badge>Collection</Badge>}
          </TableCell>
          <TableCell className="wrap-anywhere">{registryLabel(registry)}</TableCell>
          <TableCell className="wrap-anywhere">{domains.join(', ')}</TableCell>
        </TableRow>
      ))}
    </Table>
  );
}
