/** The queue of password hashes: two at once, in three short lines, known devices first. */
import PQueue from 'p-queue';
import { addressBlock } from 'net/proxies';
import { ApiError } from '../../floor/calls/api-error';
import { hashingLimit as limit } from '../../floor/calls/work-limits';
import { hashPassword, isOutdated, verifyPassword, type HashCost } from './passwords';

/**
 * The lines, in the order they are served: signed-in people and known devices, addresses without a
 * failed sign-in, and addresses with one. Repeated attempts are served last.
 */
const priorities = { known: 2, new: 1, failed: 0 };

export interface HashingRequest {
  address: string;
  line: keyof typeof priorities;
}

/** Hashes passwords in turn. Refuses with too-busy when the line is full. */
export interface Hashing {
  hash(password: string, turn: HashingRequest): Promise<string>;
  verify(password: string, stored: string | undefined, turn: HashingRequest): Promise<boolean>;
  isOutdated(stored: string): boolean;
}

const retrySeconds = 5;

/** Makes the lines; `cost` is that of new hashes. */
export function createHashing(cost: HashCost): Hashing {
  let queue = new PQueue({ concurrency: limit.atOnce });
  let strangers = new Map<string, number>();

  async function inTurn<T>({ address, line }: HashingRequest, work: () => Promise<T>): Promise<T> {
    let priority = priorities[line];
    if (queue.sizeBy({ priority }) >= limit.waiting) throw busy();
    if (line === 'known') return queue.add(work, { priority });
    let place = `${line} ${addressBlock(address)}`;
    let taken = strangers.get(place) ?? 0;
    if (taken >= limit.ofOneNetwork) throw busy();
    strangers.set(place, taken + 1);
    try {
      return await queue.add(work, { priority });
    } finally {
      let left = (strangers.get(place) ?? 1) - 1;
      if (left > 0) strangers.set(place, left);
      else strangers.delete(place);
    }
  }

  return {
    hash: (password, turn) => inTurn(turn, () => hashPassword(password, cost)),
    verify: (password, stored, turn) => inTurn(turn, () => verifyPassword(password, stored, cost)),
    isOutdated: (stored) => isOutdated(stored, cost),
  };
}

function busy(): ApiError {
  return new ApiError('too-busy', undefined, { retrySeconds });
}
