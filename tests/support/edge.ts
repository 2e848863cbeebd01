/** An edge in the process of the tests, with the parts that its store side provides. */
import pino from 'pino';
import { createAgentReader } from 'edge/enrich/agent';
import { unknownCompany, unknownPlace, type Enrich } from 'edge/enrich/enrich';
import { visitorSalt } from 'edge/identity';
import { createEdge, type Edge, type EdgeParts } from 'edge/edge';
import { createRecorder, type Recorder } from 'edge/recorder';
import type { TestEventStore } from './event-store';

/** The installation secret of every world. */
export const worldSalt = 'salt of the tests';

const salt = visitorSalt(worldSalt, '');

/**
 * No address data, so that tests of the edge do not depend on the owners of the addresses they use.
 */
export const plainEnrich: Enrich = {
  agent: createAgentReader(),
  place: () => unknownPlace,
  company: () => unknownCompany,
  attributions: [],
  sources: [],
};

export interface TestEdge extends Edge {
  recorder: Recorder;
}

/** Opens an edge that writes its events to `events`. */
export function openEdge(
  given: Partial<EdgeParts> & Pick<EdgeParts, 'rules'>,
  events: Pick<TestEventStore, 'append'>,
): TestEdge {
  let log = pino({ level: 'silent' });
  let recorder = createRecorder({ events, log });
  let edge = createEdge({
    recorder,
    enrich: plainEnrich,
    salts: { of: () => salt },
    domain: 'localhost',
    trustProxy: () => false,
    clock: Date.now,
    log,
    ...given,
  });
  return {
    ...edge,
    recorder,
    async close() {
      await edge.close();
      await recorder.close();
    },
  };
}
