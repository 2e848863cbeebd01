/** Moving docker packages and collections to another backend registry. */
import { registryMovesApi } from 'contract/packages/registry-moves';
import { moveRegistry, planMove } from '../../packages/registry-moves';
import { serve } from '../http/handler';

export const registryMoveEndpoints = serve(registryMovesApi, {
  async previewRegistryMove({ parts, owner, body }) {
    return planMove(parts.records, owner, body, parts.domain);
  },

  async moveRegistry({ parts, owner, body, act }) {
    return moveRegistry(parts, owner, body, act);
  },
});
