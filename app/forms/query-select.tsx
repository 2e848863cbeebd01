/** A select of a GET form. Follows the URL when that changes without the form. */
import { type ReactNode, useEffect, useRef } from 'react';
import { inputClass } from './field-frame';

interface QuerySelectProps {
  label: string;
  name: string;
  value: string;
  /** Without a visible label, for tools in a line. */
  compact?: boolean;
  children: ReactNode;
}

export function QuerySelect({ label, name, value, compact = false, children }: QuerySelectProps) {
  let select = useRef<HTMLSelectElement>(null);
  let shown = useRef(value);
  useEffect(() => {
    // Only on change: keeps a choice made before hydration.
    if (select.current && shown.current !== value) select.current.value = shown.current = value;
  }, [value]);
  return (
    <label
      className={
        compact
          ? 'min-w-32 flex-1 text-sm sm:max-w-52 sm:flex-none'
          : 'flex min-w-36 flex-1 flex-col gap-1 text-sm font-medium sm:max-w-64'
      }
    >
      <span className={compact ? 'sr-only' : undefined}>{label}</span>
      {/* No browser puts an earlier choice back over that of the address. */}
      <select
        ref={select}
        name={name}
        defaultValue={value}
        data-value={value}
        autoComplete="off"
        className={`${inputClass} font-normal`}
      >
        {children}
      </select>
    </label>
  );
}
