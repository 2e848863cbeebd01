/**
 * Links that open one path of this API for a short time, for programs without a token of their own.
 */
import { z } from 'zod';
import * as limits from '../floor/limits';
import { route } from '../rules/route';

/** The query parameter that carries such a token. */
export const onePathParameter = 'one_path_token';

/** A path of this API without its query, as it is written in an address. */
const Path = z
  .string()
  .max(limits.requestTargetMax)
  .regex(/^\/[^?#\s\\]*$/);

export const onePathTokensApi = {
  createOnePathToken: route({
    id: 'createOnePathToken',
    method: 'POST',
    path: '/internal/one-path-token',
    summary: 'Create a token that can read one path for two minutes, with any query; it is revoked with its session',
    tag: 'Sessions',
    access: 'session',
    body: z.object({ path: Path }),
    answer: z.object({ token: z.string() }),
    errors: ['user-not-found', 'not-found', 'owner-not-found', 'organization-not-found'],
  }),
};
