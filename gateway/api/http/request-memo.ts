/** What the calls of one page look up once: token, owner, role, and the last event. */
import { createOnce, type Once } from '../../floor/once';

export const noMemo: Once = (_question, ask) => ask();

let pages = new WeakMap<object, Once>();
let changed = new WeakSet<object>();

/** The first call of a page that writes turns its memo off. */
export function memoOf(page: object | undefined, method: string): Once {
  if (!page) return noMemo;
  if (method !== 'GET') changed.add(page);
  if (changed.has(page)) return noMemo;
  let once = pages.get(page) ?? createOnce();
  pages.set(page, once);
  return once;
}
