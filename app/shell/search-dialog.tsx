/**
 * The search as a dialog (spec section 2, global search): a field with results below, for keyboard
 * and pointer. Loaded by openers.tsx.
 */
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
import * as limits from 'contract/limits';
import { useEffect, useState } from 'react';
import { noResults, searchFailed } from '../browser-messages';
import { paths } from '../paths';
import { typingPauseMs } from '../timings';
import { Icon } from '../ui/icon';
import { LoadingRing } from '../ui/loading';
import { PackageIcon } from '../ui/package-icon';
import { type Found, pathOfFound, type ResultGroups, SearchHelpText } from './search-results';
import { useKept } from './use-page';

interface SearchDialogProps {
  /** The owner to search. */
  owner: string;
  onClose: () => void;
}

export function SearchDialog({ owner, onClose }: SearchDialogProps) {
  let [typed, setTyped] = useState('');
  let found = useFound(owner, typed);
  let isHelp = typed.trim() === '?';
  return (
    <Dialog
      open
      onClose={onClose}
      aria-label="Search packages and pixels"
      backdrop={<div className="bg-black/50" />}
      className="fixed inset-x-4 top-[10vh] z-50 mx-auto flex max-h-[75vh] max-w-xl flex-col rounded-lg border border-line bg-surface text-ink shadow-xl"
    >
      <ComboboxProvider open value={typed} setValue={setTyped}>
        <div className="flex items-center gap-3 border-b border-line px-4">
          <Icon name="search" className="size-5 text-muted" />
          <Combobox
            autoSelect
            aria-expanded={countOf(found) > 0}
            aria-label={`Search in ${owner}`}
            placeholder="Name of a package or pixel, or ? for help"
            maxLength={limits.searchQueryMax}
            className="min-h-13 min-w-0 flex-1 bg-transparent outline-none"
          />
          {found.state === 'loading' && <LoadingRing />}
          <DialogDismiss aria-label="Close" className="rounded p-1 hover:bg-sunken">
            <Icon name="close" className="size-5" />
          </DialogDismiss>
        </div>
        <div className="overflow-y-auto p-2 empty:hidden">
          {isHelp && (
            <div className="p-2">
              <SearchHelpText />
            </div>
          )}
          <Results found={found} />
        </div>
      </ComboboxProvider>
      <p role="status" className="sr-only">
        {isHelp ? 'How search works is shown.' : spoken(found)}
      </p>
    </Dialog>
  );
}

function Results({ found }: { found: FoundNow }) {
  let { groups, state } = found;
  if (state === 'failed') return <p className="p-2 text-sm text-bad">{searchFailed}</p>;
  if (!groups) return null;
  if (countOf(found) === 0) return <p className="p-2 text-sm text-muted">{noResults}</p>;
  return (
    <ComboboxList aria-label="Results" className="flex flex-col gap-1">
      <Group title="Packages" found={groups.packages} />
      <Group title="Pixels" found={groups.pixels} />
    </ComboboxList>
  );
}

function Group({ title, found }: { title: string; found: readonly Found[] }) {
  let kept = useKept();
  if (!found.length) return null;
  return (
    <ComboboxGroup>
      <ComboboxGroupLabel className="px-2 pt-1 pb-0.5 text-xs font-medium text-muted">{title}</ComboboxGroupLabel>
      {found.map((item) => (
        <ComboboxItem
          key={item.id}
          focusOnHover
          className="flex min-h-9 items-center gap-3 rounded-md px-2 text-sm text-ink no-underline data-active-item:bg-accent-soft"
          render={<Link to={pathOfFound(item, kept)} />}
        >
          <PackageIcon type={item.icon} className="size-5" />
          <span className="min-w-0 flex-1 truncate font-medium">{item.name}</span>
          <span className="truncate text-muted">{item.owner}</span>
        </ComboboxItem>
      ))}
    </ComboboxGroup>
  );
}

/** Text for screen readers when results arrive. */
function spoken(found: FoundNow): string {
  if (found.state === 'failed') return searchFailed;
  if (found.state === 'loading' || !found.groups) return '';
  let count = countOf(found);
  if (count === 0) return noResults;
  return count === 1 ? '1 result' : `${count} results`;
}

function countOf({ groups }: FoundNow): number {
  return groups ? groups.packages.length + groups.pixels.length : 0;
}

const remembered = new Map<string, { groups: ResultGroups; until: number }>();
const rememberedMs = 60_000;

/** Checks only the shape: the answer comes from our own server. */
function isAnswer(value: unknown): value is { groups: ResultGroups } {
  return typeof value === 'object' && value !== null && 'groups' in value && value.groups !== null;
}

async function ask(owner: string, query: string, signal: AbortSignal): Promise<ResultGroups> {
  let answer = await fetch(paths.searchResults(owner, query), { signal, headers: { accept: 'application/json' } });
  let body: unknown = answer.ok && !answer.redirected ? await answer.json() : null;
  if (!isAnswer(body)) throw new Error('no search results');
  return body.groups;
}

export interface FoundNow {
  /** Results of the last answered query, kept while the next is loading. Null before the first. */
  groups: ResultGroups | null;
  state: 'idle' | 'loading' | 'failed';
}

/**
 * Searches as a person types. A cached answer shows at once; older than a minute it is requested
 * again meanwhile.
 */
function useFound(owner: string, typed: string): FoundNow {
  let query = typed.trim();
  let [found, setFound] = useState<FoundNow>({ groups: null, state: 'idle' });
  useEffect(() => {
    if (!query || query === '?' || !owner) return setFound({ groups: null, state: 'idle' });
    let key = JSON.stringify([owner, query]);
    let known = remembered.get(key);
    let isFresh = known !== undefined && known.until > Date.now();
    setFound((before) => ({ groups: known?.groups ?? before.groups, state: isFresh ? 'idle' : 'loading' }));
    if (isFresh) return;
    let abort = new AbortController();
    let timer = setTimeout(() => {
      ask(owner, query, abort.signal).then(
        (groups) => {
          remembered.set(key, { groups, until: Date.now() + rememberedMs });
          setFound({ groups, state: 'idle' });
        },
        () => abort.signal.aborted || setFound((before) => ({ ...before, state: 'failed' })),
      );
    }, typingPauseMs);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [owner, query]);
  return found;
}
