/** Files on their way: a few at once, their parts made in turn with the questions of all owners. */
import type { Turns } from '../turns';
import { Streamed } from './handler';

export interface FileTurns {
  questions: Turns;
  files: Turns;
  /** How long a client may take nothing of an answer; the product's own limit when left out. */
  idleMs?: number | undefined;
}

/** The file as it is to be sent. Refuses with too-much-at-once and server-is-busy. */
export async function sentInTurn(
  file: Streamed,
  who: string,
  { questions, files }: Pick<FileTurns, 'questions' | 'files'>,
): Promise<Streamed> {
  let end: () => void;
  let ended = new Promise<void>((resolve) => (end = resolve));
  await new Promise<void>((resolve, reject) => {
    let hold = () => (resolve(), ended);
    files.take(who, hold).catch(reject);
  });
  return new Streamed(
    partsInTurn(file.chunks, (work) => questions.goOn(who, work), end!),
    file.headers,
  );
}

type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

async function* partsInTurn(chunks: AsyncIterable<string>, inTurn: InTurn, end: () => void): AsyncGenerator<string> {
  let parts = chunks[Symbol.asyncIterator]();
  try {
    for (;;) {
      let { done, value } = await inTurn(() => parts.next());
      if (done) return;
      yield value as string;
    }
  } finally {
    end();
    await parts.return?.();
  }
}
