/** Memoizes token, owner and role lookups for the calls of one page. */

export type RequestMemo = <T>(words: string, read: () => Promise<T>) => Promise<T>;

export const noMemo: RequestMemo = (_words, read) => read();

let pages = new WeakMap<object, Map<string, Promise<unknown>>>();
let changed = new WeakSet<object>();

/** Memoizes lookups for the calls of one page; the first call that writes turns it off. */
export function memoOf(page: object | undefined, method: string): RequestMemo {
  if (!page) return noMemo;
  if (method !== 'GET') changed.add(page);
  if (changed.has(page)) return noMemo;
  let known = pages.get(page) ?? new Map<string, Promise<unknown>>();
  pages.set(page, known);
  return <T>(words: string, read: () => Promise<T>) => {
    let earlier = known.get(words) as Promise<T> | undefined;
    if (!earlier) known.set(words, (earlier = read()));
    return earlier;
  };
}
