import { useFormMetadata } from '@conform-to/react';
import { useEffect } from 'react';
import { showToast } from '../text/toast-events';
import { useHydrated } from 'remix-utils/use-hydrated';

/**
 * Links to the fields with errors, and errors about the whole form, which become a toast with
 * scripts (spec section 8). Takes the focus on page load unless `quiet`.
 */
export function FormError({ quiet = false }: { quiet?: boolean }) {
  let form = useFormMetadata();
  let isScripted = useHydrated();
  let about = form.errors;
  useEffect(() => {
    for (let text of about ?? []) showToast({ kind: 'warning', text });
  }, [about]);
  let refused = Object.entries(form.allErrors).filter(([name]) => name !== '');
  let printed = isScripted ? [] : (about ?? []);
  if (!printed.length && !refused.length) return null;
  return (
    <div
      role="alert"
      id={form.errorId}
      tabIndex={-1}
      autoFocus={!quiet}
      className="rounded-md border border-bad/40 bg-bad-soft px-4 py-3 text-sm"
    >
      {printed.map((text) => (
        <p key={text} className="font-medium text-bad">
          {text}
        </p>
      ))}
      {refused.length > 0 && (
        <>
          <p className="font-medium text-bad">Please fix the fields below.</p>
          <ul className="list-disc pl-5">
            {refused.map(([name, errors]) => (
              <li key={name}>
                <a href={`#${form.id}-${name}`}>{errors?.join(' ')}</a>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
