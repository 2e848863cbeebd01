/**
 * Turns hits into events at the recorder. Downloads use callbacks: with a promise for each step
 * they cost half as much again.
 */
import type { Logger } from 'pino';
import type { Event } from 'contract/event-fields';
import { buildEvent, type BuildParts } from './build-event';
import type { CountedHit } from './requests/decision';
import type { EdgeRequest } from './requests/edge-request';
import type { InstallMemory } from './installs';
import type { EdgeMetrics } from './metrics';
import type { Recorder } from './recorder';
import type { RegistryCheck } from './registry-check';
import { refusedHit } from './withdrawn';

interface CountingParts {
  recorder: Pick<Recorder, 'take' | 'record'>;
  composing: BuildParts;
  registries: Pick<RegistryCheck, 'verified'>;
  installs: Pick<InstallMemory, 'sawDownload'>;
  metrics: Pick<EdgeMetrics, 'lost' | 'unverified'>;
  clock: () => number;
  log: Logger;
}

export interface EventCounter {
  /** Calls `then` when the event is durable or the timeout has passed; at once without a hit. */
  countThen(what: CountedHit | null, request: EdgeRequest, then: () => void): void;
  /** As a promise, which never rejects. */
  count(what: CountedHit | null, request: EdgeRequest): Promise<void>;
  /**
   * Records the pull of an image without a package if its registry confirms that the image exists.
   */
  recordVerified(what: CountedHit, request: EdgeRequest, address: string): Promise<void>;
  /** Resolves when no event is on its way to the recorder. */
  idle(): Promise<void>;
}

export function createEventCounter(parts: CountingParts): EventCounter {
  let { recorder, composing, registries, installs, metrics, clock, log } = parts;
  /** Events on their way to the recorder. */
  let writing = 0;
  let waiting: (() => void)[] = [];

  function written(): void {
    if (--writing === 0) for (let go of waiting.splice(0)) go();
  }

  function notWritten(error: unknown): void {
    metrics.lost();
    log.error({ err: error }, 'an event could not be recorded');
  }

  function countThen(what: CountedHit | null, request: EdgeRequest, then: () => void): void {
    if (!what) return then();
    if (what.insteadOf !== undefined) countThen(refusedHit(what, what.insteadOf), request, () => {});
    if (what.artifactType !== 'refusal') installs.sawDownload(what, request.address);
    writing += 1;
    let end = () => {
      written();
      then();
    };
    let event: Event;
    try {
      event = buildEvent(composing, what, request, clock());
    } catch (error) {
      notWritten(error);
      return end();
    }
    recorder.take(event, end);
  }

  return {
    countThen,
    count: (what, request) => new Promise((resolve) => countThen(what, request, resolve)),
    async recordVerified(what, request, address) {
      let time = clock();
      writing += 1;
      try {
        if (!(await registries.verified(what.ownerId, address, what.isPrivate ?? false))) metrics.unverified();
        else await recorder.record(buildEvent(composing, what, request, time));
      } catch (error) {
        notWritten(error);
      }
      written();
    },
    async idle() {
      if (writing > 0) await new Promise<void>((resolve) => waiting.push(resolve));
    },
  };
}
