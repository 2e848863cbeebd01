/** The segments of a journal that are read to their ends, and deleted once they are stored. */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { fileNames } from './files';

/** A segment with the place its epoch had reached at its end. */
interface Ended {
  name: string;
  epoch: string | undefined;
  end: number;
}

export interface FinishedSegments {
  add(segment: Ended): void;
  /** The name of the last one. */
  last(): string | undefined;
  /** Deletes those that are stored up to their ends. */
  release(isStored: (end: { epoch: string; end: number }) => boolean): Promise<void>;
  /**
   * Nothing is deleted until the function is called that it gives; resolves when nothing is now.
   */
  keep(): Promise<() => void>;
}

/** For the journal in `place`. */
export function createFinishedSegments(place: string): FinishedSegments {
  let ended: (Ended & { isGone: boolean })[] = [];
  let isKept = false;
  let deleting: Promise<void> = Promise.resolve();

  async function deleteStored(isStored: (segment: Ended) => boolean): Promise<void> {
    let last = (await fileNames(place)).at(-1);
    // The last one stays, so that the numbers of segments go on and reading knows where it is.
    for (let segment of ended.filter((each) => each.name !== last && isStored(each))) {
      await rm(path.join(place, segment.name), { force: true });
      segment.isGone = true;
    }
    let newest = ended.at(-1);
    ended = ended.filter((segment) => segment === newest || !segment.isGone);
  }

  return {
    add: (segment) => void ended.push({ ...segment, isGone: false }),
    last: () => ended.at(-1)?.name,
    async release(isStored) {
      if (isKept || ended.every(({ isGone }) => isGone)) return;
      deleting = deleteStored(({ epoch, end }) => epoch === undefined || isStored({ epoch, end }));
      await deleting;
    },
    async keep() {
      isKept = true;
      await deleting.catch(() => undefined);
      return () => void (isKept = false);
    },
  };
}
