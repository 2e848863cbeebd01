/**
 * Knows which tables of an event store are damaged: looks through all of them every night, and when a
 * query has met damage. Summaries are made again; anything else is reported until it is repaired.
 */
import type { EventsDamage } from './shape/store';

export interface DamageWatch {
  /** A query has met damage. */
  met(): void;
  /** Reads all tables. */
  look(signal: AbortSignal): Promise<void>;
  damage(): EventsDamage;
  stop(): Promise<void>;
}

interface WatchParts {
  /** The names of tables that cannot be read. */
  find(signal: AbortSignal): Promise<string[]>;
  isSummary(table: string): boolean;
  /** Starts to make all summaries again, and tells whether they are made; left out if nothing does. */
  summaries?: { restart(): Promise<void>; isMade(): boolean };
  /** What is damaged, and what to do. */
  sentences: Record<'events' | 'summaries', (tables: string) => string>;
  warn(sentence: string): void;
}

/** From a look to the next one: a query that meets damage again is answered without it. */
const againAfterMs = 600_000;

export function watchDamage({ find, isSummary, summaries, sentences, warn }: WatchParts): DamageWatch {
  let stopping = new AbortController();
  let looking: Promise<void> | undefined;
  let notBefore = 0;
  let damaged: string[] = [];
  let found = 0;

  async function lookAtAll(signal: AbortSignal): Promise<void> {
    let before = damaged.join();
    damaged = await find(signal);
    found += damaged.length;
    notBefore = performance.now() + againAfterMs;
    if (damaged.some(isSummary)) await summaries?.restart();
    if (damaged.join() === before) return;
    let { events, summaries: ofSummaries } = sentencesNow();
    for (let sentence of [events, ofSummaries]) if (sentence) warn(sentence);
  }

  function look(signal: AbortSignal): Promise<void> {
    looking ??= lookAtAll(AbortSignal.any([signal, stopping.signal])).finally(() => (looking = undefined));
    return looking;
  }

  function sentencesNow(): Pick<EventsDamage, 'events' | 'summaries'> {
    let others = damaged.filter((table) => !isSummary(table));
    let made = damaged.filter(isSummary);
    return {
      events: others.length > 0 ? sentences.events(listed(others)) : undefined,
      summaries: made.length > 0 && !summaries?.isMade() ? sentences.summaries(listed(made)) : undefined,
    };
  }

  return {
    met() {
      let isKnown = damaged.some((table) => !isSummary(table));
      if (isKnown || looking || stopping.signal.aborted || performance.now() < notBefore) return;
      look(stopping.signal).catch((error: unknown) => {
        if (!stopping.signal.aborted)
          warn(`A query of events met damage, and not all tables could be read: ${String(error)}`);
      });
    },
    look,
    damage: () => ({ ...sentencesNow(), found }),
    async stop() {
      stopping.abort();
      await looking?.catch(() => undefined);
    },
  };
}

function listed(tables: readonly string[]): string {
  return `the table ${tables.join(' and the table ')}`;
}
