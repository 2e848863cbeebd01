/** Rarely used fields, collapsed. */
import { useFormMetadata } from '@conform-to/react';
import { redirectTarget, website } from 'contract/rules/hosting-rules';
import { textRule } from 'contract/floor/rules';
import * as limits from 'contract/floor/limits';
import type { ReactNode } from 'react';
import { TextArea, TextField } from '../../../forms/fields';
import { Icon } from '../../../ui/icon';
import { Name } from '../../../ui/name';

export const descriptionRules = {
  short_description: textRule(limits.descriptionMax),
  long_description: textRule(limits.longDescriptionMax),
  website,
};
export const catchAllRules = { catch_all_redirect_target_domain: redirectTarget };

/** Expanded if a field has a value or an error. */
function Folded({ title, fields, children }: { title: string; fields: readonly string[]; children: ReactNode }) {
  let form = useFormMetadata<Record<string, string>>();
  let isOpen = fields.some((name) => form.initialValue?.[name] || form.allErrors[name]);
  return (
    <details open={isOpen} className="group rounded-md border border-line">
      <summary className="flex cursor-pointer items-center gap-2 px-3 py-2 text-sm font-medium">
        <Icon name="chevron-right" className="size-4 transition-transform group-open:rotate-90" />
        {title}
      </summary>
      <div className="flex flex-col gap-4 border-t border-line p-3">{children}</div>
    </details>
  );
}

interface CustomDomainProps {
  /** Default host, the CNAME target. */
  host: string;
  children?: ReactNode;
}

export function CustomDomainSection({ host, children }: CustomDomainProps) {
  return (
    <Folded title="Custom domain (optional)" fields={['domain']}>
      <TextField
        name="domain"
        label="Domain"
        placeholder="downloads.example.com"
        spellCheck={false}
        autoComplete="off"
        hint={
          <>
            Your own domain. Point a CNAME at <Name>{host}</Name>; we start using it once verified. {children}
          </>
        }
      />
    </Folded>
  );
}

/** Redirect target for paths that match no route. */
export function CatchAllField() {
  return (
    <TextField
      name="catch_all_redirect_target_domain"
      label="Catch-all redirect target domain"
      optional
      placeholder="https://files.example.com"
      spellCheck={false}
      autoComplete="off"
      hint="Requests that match no route are redirected to the same path here, and counted. Leave empty to return 404."
    />
  );
}

export function CatchAllSection() {
  return (
    <Folded title="Fallback URL (optional)" fields={['catch_all_redirect_target_domain']}>
      <CatchAllField />
    </Folded>
  );
}

export function DescriptionSection() {
  return (
    <Folded title="Details (optional)" fields={['short_description', 'long_description', 'website']}>
      <DescriptionFields />
    </Folded>
  );
}

export function DescriptionFields() {
  return (
    <>
      <TextField name="short_description" label="Short description" optional />
      <TextArea name="long_description" label="Long description" optional />
      <TextField name="website" type="url" label="Website" placeholder="https://example.com" optional />
    </>
  );
}
