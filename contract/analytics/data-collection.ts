/**
 * What an owner's packages and pixels record about the people who use them, from the settings in
 * force. Public. An own extension of the API.
 */
import { z } from 'zod';
import { PackageTypeName } from '../packages/packages';
import { route } from '../rules/route';
import { saltRotations } from './id-periods';

/**
 * Owners without packages, collections and pixels have none; a collection of a registry that needs
 * an account is not public and does not count as one here.
 */
export const DataCollection = z.object({
  owner: z.string(),
  /** Packages or collections. */
  has_packages: z.boolean(),
  has_pixels: z.boolean(),
  /** Days that events are kept; null for ever. */
  event_days: z.number().int().nullable(),
  /** How often the salts of visitors' ids are replaced; null where this server does not know. */
  salt_rotation: z.union([z.enum(saltRotations), z.null()]),
  /** What is looked up by a request's IP address; cities with their region, postal code and coordinates. */
  finds_places: z.enum(['cities', 'countries', 'none']),
  /** Whether networks are, and companies: for all packages and pixels, some, or none. */
  finds_networks: z.boolean(),
  finds_companies: z.enum(['all', 'some', 'none']),
  /** The service that gets the domains of companies, to describe them; null without one. */
  company_data_provider: z.string().nullable(),
  /**
   * Where the packages are without being counted here. Only registries for everyone are named, such as
   * docker.io and https://pypi.org/simple/.
   */
  public_registries: z.array(z.object({ type: PackageTypeName, registry: z.string() })),
  /** Whether a pixel keeps the query string of its page's URL. */
  keeps_page_queries: z.boolean(),
});
export type DataCollection = z.infer<typeof DataCollection>;

export const dataCollectionApi = {
  getDataCollection: route({
    id: 'getDataCollection',
    method: 'GET',
    path: '/v3/public/data-collection/{owner}',
    summary: 'What an owner’s packages and pixels record, and for how long; without a token',
    tag: 'Sharing',
    access: 'anyone',
    params: z.object({ owner: z.string() }),
    answer: DataCollection,
    errors: ['owner-not-found', 'too-many-requests'],
  }),
};
