/**
 * What the search dialog shows for what was typed: asked for after a pause in typing, remembered
 * per owner and query, never asked without both.
 */
import { useEffect, useState } from 'react';
import { paths } from '../paths';
import { typingPauseMs } from '../timings';
import type { ResultGroups } from './search-results';

const remembered = new Map<string, { groups: ResultGroups; until: number }>();
const rememberedMs = 60_000;

/** The server of this very page answers; only that it is an answer is looked at. */
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
  /**
   * What the last answered query found; kept while the next is on its way. Null before the first.
   */
  groups: ResultGroups | null;
  state: 'idle' | 'loading' | 'failed';
}

/**
 * Follows what is typed. A remembered answer shows at once; older than a minute it is asked for
 * again meanwhile.
 */
export function useFound(owner: string, typed: string): FoundNow {
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
