/**
 * Warns that rows in an unknown format were skipped (a gateway of another version). Only known once
 * every loader is done, so the server renders it and hydration keeps it until the next navigation.
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
      // React does not hydrate `dangerouslySetInnerHTML`.
      dangerouslySetInnerHTML={{ __html: count > 0 ? unreadRowsText(count) : '' }}
    />
  );
}
