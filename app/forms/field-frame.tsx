/** Label, hint and error of a field, connected for screen readers. */
import type { FieldMetadata } from '@conform-to/react';
import type { ReactNode } from 'react';

export interface FieldText {
  label: ReactNode;
  hint?: ReactNode;
  optional?: boolean;
}

interface FieldFrameProps extends FieldText {
  field: FieldMetadata<unknown>;
  children: ReactNode;
}

export const inputClass =
  'block w-full min-w-0 rounded-md border border-line-strong bg-surface px-3 py-1.5 text-ink placeholder:text-muted aria-invalid:border-bad aria-invalid:ring-1 aria-invalid:ring-bad';

export function FieldFrame({ field, label, hint, optional, children }: FieldFrameProps) {
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={field.id} className="text-sm font-medium">
        {label} {optional && <span className="font-normal text-muted">(optional)</span>}
      </label>
      <FieldHint field={field} hint={hint} />
      {children}
      <FieldError field={field} />
    </div>
  );
}

export function FieldHint({ field, hint }: { field: FieldMetadata<unknown>; hint?: ReactNode }) {
  if (!hint) return null;
  return (
    <p id={field.descriptionId} className="text-sm text-muted">
      {hint}
    </p>
  );
}

export function FieldError({ field }: { field: FieldMetadata<unknown> }) {
  if (!field.errors?.length) return null;
  return (
    <p id={field.errorId} className="field-error text-sm font-medium text-bad">
      {field.errors.join(' ')}
    </p>
  );
}

/** `aria-describedby` and `aria-invalid` of a control. */
export function descriptionProps(field: FieldMetadata<unknown>, hint: ReactNode) {
  return { ariaAttributes: true, ariaDescribedBy: hint ? field.descriptionId : undefined } as const;
}
