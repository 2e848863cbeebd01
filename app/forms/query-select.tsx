/** A list of choices in a form whose state is the address (GET). Follows the address when the page goes back or on without the form. */
import { type ReactNode, useEffect, useRef } from 'react';
import { inputClass } from './field-frame';

interface QuerySelectProps {
  label: string;
  name: string;
  /** The choice of the address. */
  value: string;
  /** `<option>` elements. */
  children: ReactNode;
}

export function QuerySelect({ label, name, value, children }: QuerySelectProps) {
  let select = useRef<HTMLSelectElement>(null);
  useFollowedAddress(value, () => {
    if (select.current) select.current.value = value;
  });
  return (
    <label className="flex min-w-36 flex-1 flex-col gap-1 text-sm font-medium sm:max-w-64">
      {label}
      {/* No browser puts an earlier choice back over that of the address. */}
      <select ref={select} name={name} defaultValue={value} autoComplete="off" className={`${inputClass} font-normal`}>
        {children}
      </select>
    </label>
  );
}

/**
 * Runs `follow` when what the address says has changed, never for the first one: a choice made before the scripts came
 * must not be taken back.
 */
export function useFollowedAddress(address: unknown, follow: () => void): void {
  let followed = useRef(address);
  useEffect(() => {
    if (followed.current === address) return;
    followed.current = address;
    follow();
  });
}
