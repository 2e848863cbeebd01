/** Search dialog (spec section 2). Loaded on demand by dialogs.tsx. */
import {
  Combobox,
  ComboboxGroup,
  ComboboxGroupLabel,
  ComboboxItem,
  ComboboxList,
  ComboboxProvider,
  Dialog,
  DialogDismiss,
} from '@ariakit/react';
import { Link } from '@remix-run/react';
import * as limits from 'contract/floor/limits';
import { useEffect, useState } from 'react';
import { noResults, searchFailed } from '../config/browser-messages';
import { paths } from '../links/paths';
import { typingPauseMs } from '../locale/delays';
import { Icon } from '../ui/icon';
import { LoadingRing } from '../ui/loading';
import type { MenuItem } from '../ui/menu-items';
import { createLinks, sectionLinks } from './navigation';
import { type SearchResult, SearchResultText, type ResultGroup, SearchHelpText } from './search-results';
import type { ShellData } from './shell-data.server';
import { useHere, usePreservedQuery } from './use-page';

interface SearchDialogProps {
  shell: ShellData;
  /** Text typed before the dialog was loaded. */
  begun: string;
  onClose: () => void;
}

export function SearchDialog({ shell, begun, onClose }: SearchDialogProps) {
  let owner = shell.owner.context;
  let [typed, setTyped] = useState(begun);
  let kept = usePreservedQuery();
  let found = useSearch(owner, typed);
  let suggested = useSuggestions(shell);
  let isHelp = typed.trim() === '?';
  let shown = typed.trim() ? found : { ...found, groups: suggested };
  return (
    <Dialog
      open
      onClose={onClose}
      aria-label="Search"
      backdrop={<div className="bg-black/50" />}
      className="fixed inset-x-4 top-[10vh] z-50 mx-auto flex max-h-[75vh] max-w-xl flex-col rounded-lg border border-line bg-surface text-ink shadow-xl"
    >
      <ComboboxProvider open value={typed} setValue={setTyped}>
        <div className="flex items-center gap-3 border-b border-line px-4">
          <Icon name="search" className="size-5 text-muted" />
          <Combobox
            autoSelect
            aria-expanded={!isHelp && countOf(shown) > 0}
            aria-label={`Search in ${owner}`}
            placeholder="Packages, companies, pages, actions; ? for help"
            maxLength={limits.searchQueryMax}
            className="min-h-13 min-w-0 flex-1 bg-transparent outline-none"
          />
          {found.state === 'loading' && <LoadingRing />}
          <DialogDismiss aria-label="Close" className="rounded p-1 hover:bg-sunken">
            <Icon name="close" className="size-5" />
          </DialogDismiss>
        </div>
        <div className="overflow-y-auto p-2 empty:hidden">
          {isHelp ? (
            <div className="p-2">
              <SearchHelpText />
            </div>
          ) : (
            <Results found={shown} username={shell.username} page={paths.search(owner, typed, kept)} />
          )}
        </div>
      </ComboboxProvider>
      <p aria-hidden="true" className="flex gap-4 border-t border-line px-4 py-2 text-xs text-muted max-sm:hidden">
        <span>↑ ↓ to choose</span>
        <span>Enter to open</span>
        <span>Esc to close</span>
      </p>
      <p role="status" className="sr-only">
        {isHelp ? 'How search works is shown.' : spoken(found)}
      </p>
    </Dialog>
  );
}

interface ResultsProps {
  found: SearchState;
  username: string;
  page: string;
}

function Results({ found, username, page }: ResultsProps) {
  let { groups, state } = found;
  if (state === 'failed')
    return (
      <p className="p-2 text-sm text-bad">
        {searchFailed} <Link to={page}>Open the search page</Link>
      </p>
    );
  if (!groups) return null;
  if (countOf(found) === 0) return <p className="p-2 text-sm text-muted">{noResults}</p>;
  return (
    <ComboboxList aria-label="Results" className="flex flex-col gap-1">
      {groups.map((group) => (
        <Group key={group.title} {...group} username={username} />
      ))}
    </ComboboxList>
  );
}

function Group({ title, found, username }: ResultGroup & { username: string }) {
  return (
    <ComboboxGroup>
      <ComboboxGroupLabel className="px-2 pt-1 pb-0.5 text-xs font-medium text-muted">{title}</ComboboxGroupLabel>
      {found.map((item) => (
        <ComboboxItem
          key={item.to + item.label}
          focusOnHover
          className="flex min-h-9 items-center gap-3 rounded-md px-2 text-sm text-ink no-underline data-active-item:bg-accent-soft"
          onClick={() => remember(username, item)}
          render={<Link to={item.to} />}
        >
          <SearchResultText {...item} />
        </ComboboxItem>
      ))}
    </ComboboxGroup>
  );
}

/** Recent choices, then the header's links. */
function useSuggestions(shell: ShellData): ResultGroup[] {
  let kept = usePreservedQuery();
  let [recent] = useState(() => recentOf(shell.username));
  let links = (items: readonly MenuItem[]) =>
    items.flatMap((item) => (item.kind === 'link' ? [{ label: item.label, note: '', to: item.to }] : []));
  let groups = [
    { title: 'Recent', found: recent },
    { title: 'Pages', found: links(sectionLinks(shell, kept)) },
    { title: 'Actions', found: links(createLinks(shell)) },
  ];
  return groups.filter(({ found }) => found.length > 0);
}

const recentMax = 5;

/** Per person and tab. */
function recentOf(username: string): SearchResult[] {
  try {
    return JSON.parse(sessionStorage.getItem(`searched:${username}`) ?? '[]');
  } catch {
    return [];
  }
}

function remember(username: string, item: SearchResult): void {
  let before = recentOf(username).filter(({ to, label }) => to !== item.to || label !== item.label);
  try {
    sessionStorage.setItem(`searched:${username}`, JSON.stringify([item, ...before].slice(0, recentMax)));
  } catch {
    // Storage is full or disabled.
  }
}

function spoken(found: SearchState): string {
  if (found.state === 'failed') return searchFailed;
  if (found.state === 'loading' || !found.groups) return '';
  let count = countOf(found);
  if (count === 0) return noResults;
  return count === 1 ? '1 result' : `${count} results`;
}

function countOf({ groups }: SearchState): number {
  return (groups ?? []).reduce((sum, { found }) => sum + found.length, 0);
}

const remembered = new Map<string, { groups: ResultGroup[]; until: number }>();
const rememberedMs = 60_000;

/** Only the shape: the response is from our own server. */
function isAnswer(value: unknown): value is { groups: ResultGroup[] } {
  return typeof value === 'object' && value !== null && 'groups' in value && value.groups !== null;
}

/**
 * If the session has ended, opens the page again, which leads to the sign-in and back. That redirect
 * is not followed here: it would take the message that the session has ended.
 */
async function ask(address: string, signal: AbortSignal): Promise<ResultGroup[]> {
  let answer = await fetch(address, { signal, redirect: 'manual', headers: { accept: 'application/json' } });
  if (answer.type === 'opaqueredirect') {
    location.reload();
    return [];
  }
  let body: unknown = answer.ok ? await answer.json() : null;
  if (!isAnswer(body)) throw new Error('no search results');
  return body.groups;
}

export interface SearchState {
  /** Results of the last completed query; null before the first. */
  groups: ResultGroup[] | null;
  state: 'idle' | 'loading' | 'failed';
}

/** Cached results show at once and are refreshed after a minute. */
function useSearch(owner: string, typed: string): SearchState {
  let query = typed.trim();
  let address = paths.searchResults(owner, query, { here: useHere(), ...usePreservedQuery() });
  let [found, setFound] = useState<SearchState>({ groups: null, state: 'idle' });
  useEffect(() => {
    if (!query || query === '?' || !owner) return setFound({ groups: null, state: 'idle' });
    let known = remembered.get(address);
    let isFresh = known !== undefined && known.until > Date.now();
    setFound((before) => ({ groups: known?.groups ?? before.groups, state: isFresh ? 'idle' : 'loading' }));
    if (isFresh) return;
    let abort = new AbortController();
    let timer = setTimeout(() => {
      ask(address, abort.signal).then(
        (groups) => {
          remembered.set(address, { groups, until: Date.now() + rememberedMs });
          setFound({ groups, state: 'idle' });
        },
        () => abort.signal.aborted || setFound((before) => ({ ...before, state: 'failed' })),
      );
    }, typingPauseMs);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [address, owner, query]);
  return found;
}
