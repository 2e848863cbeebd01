/**
 * What a collection is made of: a path, the registry behind it, the domain in front of it. New and
 * changed by the same fields.
 */
import type { SubmissionResult } from '@conform-to/react';
import type { Collection } from 'contract/collections';
import { backendRegistry, imagePattern, publicDomain } from 'contract/hosting-rules';
import { AppForm, useAppForm } from '../../forms/app-form';
import { CheckField } from '../../forms/choices';
import { DomainField } from '../../forms/domain-field';
import { TextField } from '../../forms/fields';
import { FormError } from '../../forms/form-error';
import { SubmitButton } from '../../forms/submit';

const rules = { pattern: imagePattern, backend_domain: backendRegistry, public_domain: publicDomain };

interface CollectionFormProps {
  /** The collection to change; left out for a new one. */
  collection?: Pick<Collection, 'pattern' | 'backend_domain' | 'public_domain' | 'private'>;
  /**
   * The host the gateway gives the owner, which also is where a custom domain's CNAME record points
   * to.
   */
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
          hint="Image names: * is anything up to the next slash, {a,b} is a or b."
        />
        <TextField
          name="backend_domain"
          label="Backend domain"
          placeholder="docker.io"
          autoComplete="off"
          spellCheck={false}
          hint="The registry that keeps the images. docker.io is Docker Hub."
        />
        <DomainField name="public_domain" label="Public domain" optional placeholder={ownHost} pointsTo={ownHost} />
      </div>
      <CheckField
        name="private"
        label="The images are private"
        hint="The registry shows them only to people who sign in. Packages are then created for pulls that it asks to sign in for."
      />
      <div>
        <SubmitButton pending={collection ? 'Saving …' : 'Creating …'}>
          {collection ? 'Save collection' : 'Create collection'}
        </SubmitButton>
      </div>
    </AppForm>
  );
}
