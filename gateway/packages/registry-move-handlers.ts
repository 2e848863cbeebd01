/** Moving docker packages and collections to another backend registry. */
import { moveRegistry, planMove } from './registry-moves';
import type { Handlers } from '../http/handler';

export const registryMoveHandlers = {
  async previewRegistryMove({ parts, owner, body }) {
    return planMove(parts.records, owner, body, parts.domain);
  },

  async moveRegistry({ parts, owner, body, act }) {
    return moveRegistry(parts.records, owner, body, parts.domain, act);
  },
} satisfies Partial<Handlers>;
