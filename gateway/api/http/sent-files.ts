/** Files on their way: a few at once, their parts made in turn with the questions of all owners. */
import { queuedParts, type RunInQueue, type FairQueue } from '../../floor/fair-queue';
import { Streamed } from './handler';

export interface FileTurns {
  questions: FairQueue;
  files: FairQueue;
  /** How long a client may take nothing of an answer; the product's own limit when left out. */
  idleMs?: number | undefined;
}

/** The file as it is to be sent. Refuses with too-much-at-once and server-is-busy. */
export async function sentInTurn(
  file: Streamed,
  who: string,
  { questions, files }: Pick<FileTurns, 'questions' | 'files'>,
): Promise<Streamed> {
  let end = await files.hold(who);
  let inTurn: RunInQueue = (work) => questions.goOn(who, work);
  return new Streamed(untilEnd(queuedParts(file.chunks, inTurn), end), file.headers);
}

/** The same parts; calls `end` after the last one, or when nobody takes more. */
export async function* untilEnd<Part>(parts: AsyncIterable<Part>, end: () => void): AsyncGenerator<Part> {
  try {
    yield* parts;
  } finally {
    end();
  }
}
