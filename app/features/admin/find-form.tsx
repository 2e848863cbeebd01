/**
 * The search above a list of the admin area: a GET form with one field, so that the address says
 * what is shown.
 */
import { Form } from '@remix-run/react';
import { inputClass } from '../../forms/field-frame';
import { Button } from '../../ui/button';

interface FindFormProps {
  /** Name of the field in the address. */
  name: string;
  /** What the field is called; shown in it while it is empty. */
  label: string;
  /** What the address asks for. */
  value: string;
  maxLength: number;
}

export function FindForm({ name, label, value, maxLength }: FindFormProps) {
  return (
    <Form method="get" role="search" className="flex max-w-xl gap-2">
      <input
        key={value}
        type="search"
        name={name}
        defaultValue={value}
        aria-label={label}
        placeholder={label}
        maxLength={maxLength}
        autoComplete="off"
        className={inputClass}
      />
      <Button type="submit">Search</Button>
    </Form>
  );
}
