/** Where passwords wait to be hashed: two at once, known devices first, and a line that ends. */
import PQueue from 'p-queue';
import { addressBlock } from '../proxies';
import { Refusal } from '../refusal';
import { hashPassword, isOutdated, verifyPassword, type HashCost } from './passwords';

/** For whom something is hashed. */
export interface Turn {
  address: string;
  /** Somebody signed in, or a device that has been: they go first. */
  isKnown: boolean;
}

/** Hashes passwords in turn. Refuses with too-busy when too many wait. */
export interface Hashing {
  hash(password: string, turn: Turn): Promise<string>;
  /** As `verifyPassword`. */
  verify(password: string, stored: string | undefined, turn: Turn): Promise<boolean>;
  /** Whether a stored text has another cost than today's. */
  isOutdated(stored: string): boolean;
}

/** Each takes 32 MB and one of the four threads that files and names of hosts are looked up with. */
const atOnce = 2;
const waitingMax = 32;
/** Strangers of one network in the line and at work, so that one alone cannot fill it. */
const perNetworkMax = 4;
const retrySeconds = '5';

/** Makes the line; `cost` is that of new hashes. */
export function createHashing(cost: HashCost): Hashing {
  let queue = new PQueue({ concurrency: atOnce });
  let strangers = new Map<string, number>();

  async function inTurn<T>({ address, isKnown }: Turn, work: () => Promise<T>): Promise<T> {
    if (isKnown) {
      if (queue.sizeBy({ priority: 1 }) >= waitingMax) throw busy();
      return queue.add(work, { priority: 1 });
    }
    let network = addressBlock(address);
    let ofNetwork = strangers.get(network) ?? 0;
    if (queue.sizeBy({ priority: 0 }) >= waitingMax || ofNetwork >= perNetworkMax) throw busy();
    strangers.set(network, ofNetwork + 1);
    try {
      return await queue.add(work);
    } finally {
      let left = (strangers.get(network) ?? 1) - 1;
      if (left > 0) strangers.set(network, left);
      else strangers.delete(network);
    }
  }

  return {
    hash: (password, turn) => inTurn(turn, () => hashPassword(password, cost)),
    verify: (password, stored, turn) => inTurn(turn, () => verifyPassword(password, stored, cost)),
    isOutdated: (stored) => isOutdated(stored, cost),
  };
}

function busy(): Refusal {
  return new Refusal('too-busy', undefined, { 'retry-after': retrySeconds });
}
