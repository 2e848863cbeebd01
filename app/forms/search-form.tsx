/** A search on the server: its words stand in the address. */
import { Button } from '../ui/button';
import { inputClass } from './field-frame';

interface SearchFormProps {
  action: string;
  label: string;
  placeholder: string;
  /** What was searched for. */
  q: string;
}

export function SearchForm({ action, label, placeholder, q }: SearchFormProps) {
  return (
    <form role="search" action={action} className="flex max-w-xl gap-2">
      <input
        type="search"
        name="q"
        aria-label={label}
        placeholder={placeholder}
        defaultValue={q}
        className={inputClass}
      />
      <Button type="submit">Search</Button>
    </form>
  );
}
