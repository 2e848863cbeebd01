/**
 * Erasing what is known about one company or one visitor, and how many events an erasure or a
 * deletion would take.
 */
import { z } from 'zod';
import { CompanyParams } from '../companies/companies';
import { LastEvent } from '../rules/fields';
import { route } from '../rules/route';

/** Stored events that would be deleted, and how long that takes at most in the ordinary case. */
export const StoredEvents = z.object({
  events: z.number().int(),
  deleted_within: z.enum(['minute', 'hour']),
});
export type StoredEvents = z.infer<typeof StoredEvents>;

const OwnerParams = z.object({ owner: z.string() });
/** `{endpoint_id}` is that of an event of the owner, as the latest events of a company show it. */
const EndpointParams = OwnerParams.extend({ endpoint_id: z.string() });

const stored = {
  method: 'GET',
  tag: 'Erasure',
  access: 'read',
  countsEvents: true,
  query: z.object({ last_event: LastEvent }),
  answer: StoredEvents,
} as const;
const erasing = { method: 'DELETE', tag: 'Erasure', access: 'write', status: 202, answer: StoredEvents } as const;

export const erasureApi = {
  getStoredEvents: route({
    ...stored,
    id: 'getStoredEvents',
    path: '/v2/stored-events/{owner}',
    summary: 'Count stored events of an owner',
    params: OwnerParams,
    errors: ['owner-not-found'],
  }),

  getStoredPackageEvents: route({
    ...stored,
    id: 'getStoredPackageEvents',
    path: '/v2/stored-events/{owner}/packages/{package_id}',
    summary: 'Count stored events of a package',
    params: OwnerParams.extend({ package_id: z.string() }),
    errors: ['owner-not-found', 'package-not-found'],
  }),

  getStoredPixelEvents: route({
    ...stored,
    id: 'getStoredPixelEvents',
    path: '/v2/stored-events/{owner}/tracking-pixels/{id}',
    summary: 'Count stored events of a tracking pixel',
    params: OwnerParams.extend({ id: z.string() }),
    errors: ['owner-not-found', 'pixel-not-found'],
  }),

  getStoredCompanyEvents: route({
    ...stored,
    id: 'getStoredCompanyEvents',
    path: '/v2/stored-events/{owner}/companies/{domain}',
    summary: 'Count stored events of a company, ignoring filters',
    params: CompanyParams,
    errors: ['owner-not-found', 'company-not-found'],
  }),

  getStoredEndpointEvents: route({
    ...stored,
    id: 'getStoredEndpointEvents',
    path: '/v2/stored-events/{owner}/endpoints/{endpoint_id}',
    summary: 'Count stored events of an endpoint',
    params: EndpointParams,
    errors: ['owner-not-found', 'endpoint-not-found'],
  }),

  eraseCompany: route({
    ...erasing,
    id: 'eraseCompany',
    path: '/v2/companies/{owner}/{domain}',
    summary: 'Erase a company: its events, dates and profile up to now',
    params: CompanyParams,
    errors: ['owner-not-found', 'company-not-found'],
  }),

  eraseEndpoint: route({
    ...erasing,
    id: 'eraseEndpoint',
    path: '/v2/endpoints/{owner}/{endpoint_id}',
    summary: 'Erase the events of an endpoint up to now',
    params: EndpointParams,
    errors: ['owner-not-found', 'endpoint-not-found'],
  }),
};
