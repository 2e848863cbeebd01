import type { SubmissionResult } from '@conform-to/react';
import type { Collection } from 'contract/packages/collections';
import { backendRegistry, imagePattern, publicDomain } from 'contract/rules/hosting-rules';
import { AppForm, useAppForm } from '../../forms/app-form';
import { CheckField } from '../../forms/choices';
import { DomainField, TextField } from '../../forms/fields';
import { FormError } from '../../forms/form-error';
import { SubmitButton } from '../../forms/submit';
import { paths } from '../../links/paths';
import { Badge } from '../../ui/badge';
import { LinkButton } from '../../ui/button';
import { TableCell, TableRow, Table } from '../../ui/table';

const rules = { pattern: imagePattern, backend_domain: backendRegistry, public_domain: publicDomain };

interface CollectionFormProps {
  /** Undefined for a new one. */
  collection?: Pick<Collection, 'pattern' | 'backend_domain' | 'public_domain' | 'private'>;
  /** CNAME target of a custom domain. */
  ownHost: string;
  lastResult?: SubmissionResult<string[]>;
}

export function CollectionForm({ collection, ownHost, lastResult }: CollectionFormProps) {
  let domain = collection?.public_domain ?? ownHost;
  let form = useAppForm(lastResult, {
    rules,
    defaultValue: {
      pattern: collection?.pattern,
      backend_domain: collection?.backend_domain ?? 'docker.io',
      public_domain: domain === ownHost ? '' : domain,
      private: collection?.private ?? false,
    },
  });
  return (
    <AppForm form={form}>
      <FormError />
      <div className="grid items-start gap-4 md:grid-cols-3">
        <TextField
          name="pattern"
          label="Path"
          placeholder="library/*"
          autoComplete="off"
          spellCheck={false}
          hint="* matches anything up to the next slash, {a,b} matches a or b."
        />
        <TextField
          name="backend_domain"
          label="Backend domain"
          placeholder="docker.io"
          autoComplete="off"
          spellCheck={false}
          hint="Registry of the images. docker.io is Docker Hub."
        />
        <DomainField name="public_domain" label="Public domain" optional placeholder={ownHost} pointsTo={ownHost} />
      </div>
      <CheckField name="private" label="Private images" hint="The registry requires sign-in for these images." />
      <div>
        <SubmitButton pending={collection ? 'Saving …' : 'Creating …'}>
          {collection ? 'Save collection' : 'Create collection'}
        </SubmitButton>
      </div>
    </AppForm>
  );
}

interface CollectionTableProps {
  collections: readonly Collection[];
  mayChange: boolean;
}

export function CollectionList({ collections, mayChange }: CollectionTableProps) {
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
        <TableRow key={collection.id}>
          <TableCell rowHeader>
            <code className="wrap-anywhere">{collection.pattern}</code>
          </TableCell>
          <TableCell className="wrap-anywhere">{collection.backend_domain}</TableCell>
          <TableCell className="wrap-anywhere">
            {collection.public_domain}{' '}
            {!collection.public_domain_is_verified && <Badge colour="yellow">Not verified</Badge>}
          </TableCell>
          <TableCell numeric>
            {mayChange && (
              <LinkButton to={paths.collectionEdit(collection.owner, collection.id)} variant="outline" size="xs">
                Settings<span className="sr-only"> of {collection.pattern}</span>
              </LinkButton>
            )}
          </TableCell>
        </TableRow>
      ))}
    </Table>
  );
}
