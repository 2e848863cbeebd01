/**
 * Says that rows of the page are left out, because another gateway sent them in a way that this
 * dashboard does not know. That is known once every loader is done, so the server alone renders it:
 * the browser leaves it as it came, until another page is opened.
 */
import { useLocation } from '@remix-run/react';
import { createContext, useContext } from 'react';
import { unreadRowsText } from '../config/browser-messages';

const UnreadRows = createContext(0);
export const UnreadRowsProvider = UnreadRows.Provider;

export function UnreadRowsNote() {
  let { key } = useLocation();
  let count = useContext(UnreadRows);
  return (
    <p
      key={key}
      suppressHydrationWarning
      className="bg-warn-soft px-4 py-2 text-center text-sm font-medium text-warn empty:hidden"
      // Other than children, React takes this over as the server printed it.
      dangerouslySetInnerHTML={{ __html: count > 0 ? unreadRowsText(count) : '' }}
    />
  );
}
