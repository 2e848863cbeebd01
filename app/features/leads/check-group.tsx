/** Several of a few answers, each a box to tick. Stands inside an AppForm. */
import { useField } from '@conform-to/react';
import { FieldError, FieldHint, type FieldWords } from '../../forms/field-frame';
import type { Option } from '../../forms/fields';

interface CheckGroupProps extends FieldWords {
  name: string;
  options: readonly Option[];
}

export function CheckGroup({ name, label, hint, options }: CheckGroupProps) {
  let [field] = useField<string[]>(name);
  let ticked = [field.initialValue ?? []].flat();
  let describedBy = [hint && field.descriptionId, field.errors?.length && field.errorId].filter(Boolean).join(' ');
  return (
    <fieldset id={field.id} className="flex min-w-0 flex-col gap-1" aria-describedby={describedBy || undefined}>
      <legend className="mb-1 text-sm font-medium">{label}</legend>
      <FieldHint field={field} hint={hint} />
      <div className="flex flex-wrap gap-x-5 gap-y-1.5">
        {options.map(({ value, label: words }) => (
          <label key={value} className="flex items-center gap-2 text-sm">
            <input
              type="checkbox"
              name={field.name}
              value={value}
              defaultChecked={ticked.includes(value)}
              className="size-4 shrink-0 accent-accent"
            />
            {words}
          </label>
        ))}
      </div>
      <FieldError field={field} />
    </fieldset>
  );
}
