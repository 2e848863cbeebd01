/**
 * Openers of the shell's dialogs (spec section 2): links to the search page, which open the dialog
 * with scripts, Cmd/Ctrl+K, Cmd/Ctrl+/ or / alone, and Cmd/Ctrl+I for 'App Configuration'. The
 * dialogs themselves are loaded when needed.
 */
import { Link, useLocation } from '@remix-run/react';
import { createContext, lazy, type MouseEvent, type ReactNode, useContext, useEffect, useState } from 'react';
import { paths } from '../paths';
import { LazyPart } from '../ui/lazy-part';
import type { ShellData } from './shell-data.server';
import { useKept } from './use-page';

const SearchDialog = lazy(() => import('./search-dialog').then((m) => ({ default: m.SearchDialog })));

const OpenSearch = createContext<() => void>(() => {});

/**
 * Holds the dialog for the links below it. It closes, and clears its field, with every navigation.
 */
export function SearchOpener({ shell, children }: { shell: ShellData; children: ReactNode }) {
  let [isOpen, setIsOpen] = useState(false);
  let { key } = useLocation();
  useEffect(() => setIsOpen(false), [key]);
  useShortcut('k/', () => setIsOpen(true), '/');
  return (
    <OpenSearch.Provider value={() => setIsOpen(true)}>
      {children}
      {isOpen && (
        <LazyPart>
          <SearchDialog shell={shell} onClose={() => setIsOpen(false)} />
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
  let kept = useKept();
  let lift = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    open();
  };
  return (
    <Link
      to={paths.search(owner, undefined, kept)}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K /"
      onClick={lift}
      {...rest}
    />
  );
}

const ConfigurationDialog = lazy(() =>
  import('./configuration-dialog').then((m) => ({ default: m.ConfigurationDialog })),
);

/** Cmd/Ctrl+I on every signed-in page. */
export function ConfigurationOpener() {
  let [isOpen, setIsOpen] = useState(false);
  let { key } = useLocation();
  useEffect(() => setIsOpen(false), [key]);
  useShortcut('i', () => setIsOpen(true));
  return (
    isOpen && (
      <LazyPart>
        <ConfigurationDialog onClose={() => setIsOpen(false)} />
      </LazyPart>
    )
  );
}

/**
 * Calls `act` when one of `keys` (single characters) is pressed with Ctrl or Cmd and nothing else,
 * or one of `plain` alone where nothing is typed.
 */
function useShortcut(keys: string, act: () => void, plain = ''): void {
  useEffect(() => {
    let listen = (event: KeyboardEvent) => {
      let { ctrlKey, metaKey, altKey, shiftKey, key } = event;
      if (altKey || key.length !== 1) return;
      let isMeant =
        ctrlKey || metaKey
          ? !shiftKey && keys.includes(key.toLowerCase())
          : plain.includes(key) && !isTypedInto(event.target);
      if (!isMeant) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  });
}

function isTypedInto(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('input, select, textarea, [role=dialog] *');
}
