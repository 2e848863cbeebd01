/** The search field among the tools of a list, sent by Enter. */
import { inputClass } from './field-frame';

interface SearchFieldProps {
  label: string;
  value: string;
}

export function SearchField({ label, value }: SearchFieldProps) {
  return (
    <input
      key={value}
      type="search"
      name="q"
      defaultValue={value}
      aria-label={label}
      placeholder={label}
      className={`${inputClass} min-w-32 flex-1 text-sm sm:max-w-52`}
    />
  );
}
