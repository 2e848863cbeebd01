/** What the calls of one page look up once: token, owner, role, and the last event. */

export type RequestMemo = <T>(words: string, read: () => Promise<T>) => Promise<T>;

export const noMemo: RequestMemo = (_words, read) => read();

let pages = new WeakMap<object, Map<string, Promise<unknown>>>();
let changed = new WeakSet<object>();

/** The first call of a page that writes turns its memo off. */
export function memoOf(page: object | undefined, method: string): RequestMemo {
  if (!page) return noMemo;
  if (method !== 'GET') changed.add(page);
  if (changed.has(page)) return noMemo;
  let found = pages.get(page) ?? new Map<string, Promise<unknown>>();
  pages.set(page, found);
  return <T>(words: string, read: () => Promise<T>) => {
    let earlier = found.get(words) as Promise<T> | undefined;
    if (!earlier) found.set(words, (earlier = read()));
    return earlier;
  };
}
