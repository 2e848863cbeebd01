/**
 * What people say of endpoints: that the company of an endpoint is right, is another one, or is
 * wrong. It becomes corrections of the networks of these endpoints (`company-corrections.ts`),
 * which hold for all events from there and are taken back in the same way.
 */
import { z } from 'zod';
import { CompanyCorrection, CorrectedCompany } from './company-corrections';
import * as limits from '../floor/limits';
import { route } from '../rules/route';

const EndpointIds = z.array(z.string().max(100)).min(1).max(limits.correctedAtOnceMax);

const feedback = {
  tag: 'Companies',
  method: 'POST',
  access: 'write',
  countsEvents: true,
  params: z.object({ owner: z.string() }),
  status: 201,
  answer: z.object({ results: z.array(CompanyCorrection) }),
} as const;
const errors = ['owner-not-found', 'endpoint-not-found', 'endpoint-network-is-shared', 'too-many-corrections'] as const;

export const endpointFeedbackApi = {
  /** Without `company`, each endpoint is of the company that it counts for already. */
  matchEndpoints: route({
    ...feedback,
    id: 'matchEndpoints',
    path: '/v3/organizations/{owner}/endpoint-feedback/matches',
    summary: 'Confirm or change the company of endpoints',
    body: z.object({ endpoint_ids: EndpointIds, company: CorrectedCompany.optional() }),
    errors: [...errors, 'company-is-required', 'field-is-too-long', 'domain-has-invalid-characters'],
  }),

  unmatchEndpoints: route({
    ...feedback,
    id: 'unmatchEndpoints',
    path: '/v3/organizations/{owner}/endpoint-feedback/unmatches',
    summary: 'Reject the company of endpoints',
    body: z.object({ endpoint_ids: EndpointIds }),
    errors,
  }),
};
