/**
 * The way to the search: links to its page, which open the dialog where scripts run, and Cmd/Ctrl+K
 * or Cmd/Ctrl+/ from anywhere (spec section 2).
 */
import { Link, useLocation } from '@remix-run/react';
import { createContext, lazy, type MouseEvent, type ReactNode, useContext, useEffect, useState } from 'react';
import { paths } from '../paths';
import { LazyPart } from '../ui/lazy-part';
import { useFilterId } from './use-current-url';
import { useShortcut } from './shortcut';

const SearchDialog = lazy(() => import('./search-dialog').then((m) => ({ default: m.SearchDialog })));

const OpenSearch = createContext<() => void>(() => {});

/**
 * Holds the dialog for the links below it. It closes, and forgets what was typed, with every
 * navigation.
 */
export function SearchOpener({ owner, children }: { owner: string; children: ReactNode }) {
  let [isOpen, setIsOpen] = useState(false);
  let { key } = useLocation();
  useEffect(() => setIsOpen(false), [key]);
  useShortcut('k/', () => setIsOpen(true));
  return (
    <OpenSearch.Provider value={() => setIsOpen(true)}>
      {children}
      {isOpen && (
        <LazyPart>
          <SearchDialog owner={owner} onClose={() => setIsOpen(false)} />
        </LazyPart>
      )}
    </OpenSearch.Provider>
  );
}

interface SearchLinkProps {
  owner: string;
  className: string;
  'aria-label'?: string;
  children: ReactNode;
}

export function SearchLink({ owner, ...rest }: SearchLinkProps) {
  let open = useContext(OpenSearch);
  let filterId = useFilterId();
  let lift = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    open();
  };
  return (
    <Link
      to={paths.search(owner, undefined, filterId)}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={lift}
      {...rest}
    />
  );
}
