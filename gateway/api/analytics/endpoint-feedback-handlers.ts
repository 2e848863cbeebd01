/** What people say of endpoints, as corrections of their networks. */
import type { z } from 'zod';
import type { CorrectedCompany } from 'contract/companies/company-corrections';
import { endpointFeedbackApi } from 'contract/companies/endpoint-feedback';
import type { ActorContext } from '../../floor/audit';
import type { Services } from '../http/services';
import type { OwnerRow } from '../../floor/db/account-schema';
import type { Match } from '../../events/shape/company';
import { parseHash } from '../../events/query/hash-text';
import { serve } from '../http/handler';
import { ApiError } from '../../floor/calls/api-error';
import { matchesOf, presentCorrection, withName } from './company-correction-handlers';
import { correctCompany } from '../../reports/conditions/company-corrections';

export const endpointFeedbackEndpoints = serve(endpointFeedbackApi, {
  async matchEndpoints({ parts, owner, body, act }) {
    let matches = await ofEndpoints(parts, owner.id, body.endpoint_ids);
    if (body.company) return save(parts, owner, [{ matches, company: body.company }], act);
    if (matches.some(({ name, domain }) => name === '' && domain === ''))
      throw new ApiError('company-is-required', 'company');
    let each = matches.map((match) => ({ matches: [match], company: { name: match.name, domain: match.domain } }));
    return save(parts, owner, each, act);
  },

  async unmatchEndpoints({ parts, owner, body, act }) {
    let matches = await ofEndpoints(parts, owner.id, body.endpoint_ids);
    return save(parts, owner, [{ matches, company: null }], act);
  },
});

/** Networks of one organization or of an unknown one. A correction applies to a whole network. */
const ownKinds: readonly string[] = ['', 'business', 'education', 'government', 'research'];

/**
 * The matches of endpoints. Refuses with endpoint-not-found where one of them has no events, and
 * with endpoint-network-is-shared where others have the same network.
 */
async function ofEndpoints(parts: Services, ownerId: string, given: readonly string[]): Promise<Match[]> {
  let found = new Map<string, Match>();
  for (let text of new Set(given)) {
    let endpoint = parseHash(text);
    let about = { endpoint, from: 0, includeLowConfidence: true };
    let matches = endpoint === undefined ? [] : await matchesOf(parts, ownerId, about);
    if (matches.length === 0) throw new ApiError('endpoint-not-found', 'endpoint_ids');
    for (let match of matches) {
      if (!ownKinds.includes(match.connectionType)) throw new ApiError('endpoint-network-is-shared', 'endpoint_ids');
      found.set(match.of, match);
    }
  }
  return [...found.values()];
}

interface Said {
  matches: readonly Match[];
  company: z.output<typeof CorrectedCompany> | null;
}

async function save(parts: Services, owner: OwnerRow, all: readonly Said[], act: ActorContext) {
  let results = [];
  for (let { matches, company: given } of all) {
    let company = given && (await withName(parts, owner.id, given));
    for (let one of (await correctCompany(parts.records, owner, { matches, company }, act)).map(presentCorrection))
      results.push(one);
  }
  return { results };
}
