/**
 * Says what is missing from a page. Only known once every loader is done, so the server renders it
 * and hydration keeps it until the next navigation, which shows a toast instead.
 */
import { useLocation } from '@remix-run/react';
import { createContext, useContext } from 'react';

const Warning = createContext('');
export const PageWarningProvider = Warning.Provider;

export function PageWarning() {
  let { key } = useLocation();
  let text = useContext(Warning);
  return (
    <p
      key={key}
      role="status"
      suppressHydrationWarning
      className="bg-warn-soft px-4 py-2 text-center text-sm font-medium text-warn empty:hidden"
      // React does not hydrate `dangerouslySetInnerHTML`.
      dangerouslySetInnerHTML={{ __html: text }}
    />
  );
}
