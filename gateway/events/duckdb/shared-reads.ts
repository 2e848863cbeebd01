/**
 * Questions of one owner that come in the same turn of the event loop, as those of a page do, are
 * asked in a transaction for each connection, in which what several of them look up is asked once.
 */
import type { ReadTransaction, RunQuery } from '../query/dialect';
import { CallerHasGone } from '../query/time-limit';

interface Question {
  /** Returns what gives its caller the answer. */
  ask: ReadTransaction<() => void>;
  reject: (error: unknown) => void;
  state: 'waiting' | 'running' | 'ended';
  /** Ends the transaction that it runs in. */
  stop?: AbortController;
}

/** Enough for what several questions look up. */
const rememberedRows = 1_000;

type Read = (who: string, questions: ReadTransaction<void>, signal: AbortSignal) => Promise<void>;
type ReadTogether = <T>(who: string, ask: ReadTransaction<T>, gone: AbortSignal | undefined) => Promise<T>;

/**
 * `read` runs a transaction, and repeats it from the beginning where it has to; `atOnce` of them run
 * beside each other.
 */
export function createSharedReads(read: Read, atOnce: number): ReadTogether {
  let waiting = new Map<string, Question[]>();

  function begin(who: string, together: Question[]): void {
    waiting.delete(who);
    for (let i = 0; i < Math.min(atOnce, together.length); i++) void answerAll(who, together);
  }

  async function answerAll(who: string, together: Question[]): Promise<void> {
    for (let first = nextOf(together); first; first = nextOf(together)) {
      let stop = new AbortController();
      let running: Question | undefined = first;
      first.stop = stop;
      // The last answer waits for the end of the transaction, so that the engine is idle when all
      // have theirs.
      let last = () => {};
      let askNext: ReadTransaction<void> = async (ask, isShort) => {
        let once = askingOnce(ask);
        while (running) {
          let one: Question = running;
          one.stop = stop;
          let answer = await one.ask(once, isShort);
          one.state = 'ended';
          running = nextOf(together);
          if (running) answer();
          else last = answer;
        }
      };
      try {
        await read(who, askNext, stop.signal);
        last();
      } catch (error) {
        last();
        // The others go on in another transaction.
        end(running, error);
      }
    }
  }

  function end(one: Question | undefined, error: unknown): void {
    if (!one) return;
    one.state = 'ended';
    one.reject(error);
  }

  return <T>(who: string, ask: ReadTransaction<T>, gone: AbortSignal | undefined) =>
    new Promise<T>((resolve, reject) => {
      let asked: Question['ask'] = async (once, isShort) => {
        let answer = await ask(once, isShort);
        return () => resolve(answer);
      };
      let one: Question = { ask: asked, reject, state: 'waiting' };
      let leave = () => {
        if (one.state === 'running') return one.stop?.abort();
        if (one.state === 'waiting') reject(new CallerHasGone());
        one.state = 'ended';
      };
      if (gone?.aborted) return leave();
      gone?.addEventListener('abort', leave, { once: true });
      let together = waiting.get(who);
      if (together) return void together.push(one);
      let fresh = [one];
      waiting.set(who, fresh);
      setImmediate(() => begin(who, fresh));
    });
}

function nextOf(together: readonly Question[]): Question | undefined {
  let next = together.find(({ state }) => state === 'waiting');
  if (next) next.state = 'running';
  return next;
}

/**
 * The same question has the same answer as long as the transaction lasts; long ones are not
 * remembered.
 */
function askingOnce(ask: RunQuery): RunQuery {
  let known = new Map<string, ReturnType<RunQuery>>();
  return async (text, parameters = []) => {
    let key = JSON.stringify([text, ...parameters]);
    let asked = known.get(key) ?? ask(text, parameters);
    known.set(key, asked);
    let rows = await asked;
    if (rows.length > rememberedRows) known.delete(key);
    return rows;
  };
}
