/** Segments that are read to their ends; deleted once their events are stored. */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { fileNames } from './files';

/** `end`: the place its epoch had reached. */
interface Ended {
  name: string;
  epoch: string | undefined;
  end: number;
}

export interface FinishedSegments {
  add(segment: Ended): void;
  last(): string | undefined;
  /** Deletes those whose events are all stored. */
  release(isStored: (end: { epoch: string; end: number }) => boolean): Promise<void>;
  /** Pauses deletion until the returned function is called; resolves when none is running. */
  keep(): Promise<() => void>;
}

export function createFinishedSegments(place: string): FinishedSegments {
  let ended: (Ended & { isGone: boolean })[] = [];
  let isKept = false;
  let deleting: Promise<void> = Promise.resolve();

  async function deleteStored(isStored: (segment: Ended) => boolean): Promise<void> {
    let last = (await fileNames(place)).at(-1);
    // The last one stays: it has the highest segment number, and tells readers where they are.
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
