/** Adding a host to a package or a pixel. */
import type { SubmissionResult } from '@conform-to/react';
import { domain as domainRule } from 'contract/hosting-rules';
import { AppForm, useAppForm } from '../../forms/app-form';
import { TextField } from '../../forms/fields';
import { FormError } from '../../forms/form-error';
import { SubmitButton } from '../../forms/submit';

interface AddDomainProps {
  /** The host a CNAME record has to point to. */
  pointsTo: string;
  /** What the field holds before anything was typed. */
  domain?: string;
  lastResult?: SubmissionResult<string[]>;
}

export function AddDomainForm({ pointsTo, domain, lastResult }: AddDomainProps) {
  let form = useAppForm(lastResult, { rules: { name: domainRule }, defaultValue: { name: domain } });
  return (
    <AppForm form={form}>
      <FormError />
      <TextField
        name="name"
        label="Domain"
        placeholder="downloads.example.com"
        autoComplete="off"
        spellCheck={false}
        hint={
          <>
            A name of your own, with a DNS record (CNAME) that points to <span className="break-all">{pointsTo}</span>.
          </>
        }
      />
      <div>
        <SubmitButton pending="Adding …">Add domain</SubmitButton>
      </div>
    </AppForm>
  );
}
