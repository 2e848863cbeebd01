/**
 * Questions of one owner that come in the same turn of the event loop, as those of a page do, are
 * asked in one transaction, and what several of them look up is asked once.
 */
import type { ReadTransaction, RunQuery } from '../query/dialect';
import { CallerHasGone } from '../query/time-limit';

interface Question {
  ask: ReadTransaction<unknown>;
  resolve: (answer: unknown) => void;
  reject: (error: unknown) => void;
  isOpen: boolean;
}

type Read = (who: string, questions: ReadTransaction<void>, signal: AbortSignal) => Promise<void>;

/** `read` runs a transaction, and repeats it from the beginning where it has to. */
export function createSharedReads(
  read: Read,
): <T>(who: string, ask: ReadTransaction<T>, gone: AbortSignal | undefined) => Promise<T> {
  let waiting = new Map<string, Question[]>();
  let allGone = new WeakMap<Question[], AbortController>();

  function close(together: Question[], one: Question, settle: () => void): void {
    if (!one.isOpen) return;
    one.isOpen = false;
    settle();
    if (!together.some(({ isOpen }) => isOpen)) allGone.get(together)?.abort();
  }

  async function run(who: string, together: Question[]): Promise<void> {
    waiting.delete(who);
    let ending = new AbortController();
    allGone.set(together, ending);
    let next = () => together.find(({ isOpen }) => isOpen);
    for (let current = next(); current; current = next()) {
      try {
        await read(
          who,
          async (ask, isShort) => {
            let once = askingOnce(ask);
            for (let one = next(); one; one = next()) {
              current = one;
              let answer = await one.ask(once, isShort);
              one.isOpen = false;
              one.resolve(answer);
            }
          },
          ending.signal,
        );
      } catch (error) {
        // The others go on in a transaction of their own.
        let failed = current;
        close(together, failed, () => failed.reject(error));
      }
    }
  }

  return <T>(who: string, ask: ReadTransaction<T>, gone: AbortSignal | undefined) =>
    new Promise<T>((resolve, reject) => {
      let together = waiting.get(who) ?? [];
      let one: Question = { ask, resolve: (answer) => resolve(answer as T), reject, isOpen: true };
      together.push(one);
      let leave = () => close(together, one, () => reject(new CallerHasGone()));
      if (gone?.aborted) return leave();
      gone?.addEventListener('abort', leave, { once: true });
      if (together.length > 1) return;
      waiting.set(who, together);
      setImmediate(() => void run(who, together));
    });
}

/** The same question has the same answer as long as the transaction lasts. */
function askingOnce(ask: RunQuery): RunQuery {
  let known = new Map<string, ReturnType<RunQuery>>();
  return (text, parameters = []) => {
    let key = JSON.stringify([text, ...parameters]);
    let answer = known.get(key) ?? ask(text, parameters);
    known.set(key, answer);
    return answer;
  };
}
