/**
 * The shell's dialogs (spec section 2): search (links, Cmd/Ctrl+K, Cmd/Ctrl+/, /) and 'App
 * Configuration' (Cmd/Ctrl+I). Loaded on demand; without scripts the links lead to pages.
 */
import { Link } from '@remix-run/react';
import { createContext, type MouseEvent, type ReactNode, useContext, useEffect, useRef } from 'react';
import { configurationFailed } from '../config/browser-messages';
import { paths } from '../links/paths';
import { showToast } from '../text/toast-events';
import { LazyPlaceholder } from '../ui/lazy-placeholder';
import { useLazyOverlay } from '../ui/lazy-load';
import { PlainSearch } from './plain-search';
import type { ShellData } from './shell-data.server';
import { usePreservedQuery } from './use-page';

const OpenSearch = createContext<() => void>(() => {});

/**
 * Closes and clears on navigation. A plain field takes input until the code has loaded, and if it
 * cannot be loaded.
 */
export function SearchDialogProvider({ shell, children }: { shell: ShellData; children: ReactNode }) {
  let { shown, open, close } = useLazyOverlay(() => import('./search-dialog'));
  let typed = useRef('');
  let begin = () => {
    if (shown !== 'closed') return;
    typed.current = '';
    void open();
  };
  useShortcut('k/', begin, '/');
  return (
    <OpenSearch.Provider value={begin}>
      {children}
      {typeof shown === 'object' ? (
        <shown.part.SearchDialog shell={shell} begun={typed.current} onClose={close} />
      ) : (
        shown !== 'closed' && (
          <PlainSearch
            owner={shell.owner.context}
            isAll={shown === 'failed'}
            onType={(text) => (typed.current = text)}
            onClose={close}
          />
        )
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
  let kept = usePreservedQuery();
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

export function ConfigurationShortcut() {
  let { shown, open, close } = useLazyOverlay(() => import('./configuration-dialog'));
  useShortcut('i', () => {
    if (shown === 'closed' || shown === 'failed')
      void open().then((isThere) => isThere || showToast({ kind: 'warning', text: configurationFailed }));
  });
  return (
    <>
      {shown === 'loading' && <LazyPlaceholder />}
      {typeof shown === 'object' && <shown.part.ConfigurationDialog onClose={close} />}
    </>
  );
}

/** `keys`: with Ctrl or Cmd. `plain`: alone, outside of text fields. */
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
