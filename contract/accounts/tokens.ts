import { z } from 'zod';
import { tokenName } from '../rules/account-rules';
import { schemaOf } from '../rules/fields';
import * as limits from '../floor/limits';
import { route } from '../rules/route';
import { AnyRole } from './users';

const tokenDaysMax = 366;

/**
 * What an API token may do, within the rights of its person: `read` reads, `write` changes,
 * `events` sends events, `export` downloads events and reports. `scopeOf` of token-scopes.ts says
 * which call needs which.
 */
export const TokenScope = z.enum(['read', 'write', 'events', 'export']);
export type TokenScope = z.infer<typeof TokenScope>;

export const ApiToken = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(TokenScope),
  /** The only owner it may ask about and change; null for all owners of its person. */
  owner: z.string().nullable(),
  created_at: z.string().datetime(),
  last_used_at: z.string().datetime().nullable(),
  /** From then on it is refused; null where it does not end. */
  expires_at: z.string().datetime().nullable(),
});
export type ApiToken = z.infer<typeof ApiToken>;

/** The only answer with the token itself. */
export const NewApiToken = ApiToken.extend({ token: z.string() });

export const CreateApiToken = z.object({
  name: schemaOf(tokenName),
  scopes: z
    .array(TokenScope, { required_error: 'token-scope-is-required', invalid_type_error: 'token-scope-is-required' })
    .min(1, 'token-scope-is-required')
    .transform((scopes) => TokenScope.options.filter((scope) => scopes.includes(scope))),
  /** Name of the only owner it is for: the person, or one of their organizations. */
  owner: z.string().max(limits.nameMax).optional(),
  /** Days until it ends; left out, it does not. */
  expires_in_days: z
    .number()
    .int('days-are-invalid')
    .min(1, 'days-are-invalid')
    .max(tokenDaysMax, 'days-are-invalid')
    .optional(),
});

/** Whose token a call was made with, and the owners that it can ask about, the person first. */
export const TokenHolder = z.object({
  username: z.string(),
  /** Null for a session, which may do all its person may. */
  scopes: z.array(TokenScope).nullable(),
  owners: z.array(z.object({ name: z.string(), type: z.enum(['user', 'organization']), role: AnyRole })),
});
export type TokenHolder = z.infer<typeof TokenHolder>;

export const SessionInfo = z.object({
  id: z.string(),
  is_current: z.boolean(),
  /** Address and program of its last use; empty where unknown. */
  address: z.string(),
  agent: z.string(),
  created_at: z.string().datetime(),
  last_used_at: z.string().datetime().nullable(),
});
export type SessionInfo = z.infer<typeof SessionInfo>;

const Person = z.object({ username: z.string() });
const Item = Person.extend({ id: z.string() });
const tokens = { tag: 'Tokens' } as const;

export const tokensApi = {
  getApiTokens: route({
    ...tokens,
    id: 'getApiTokens',
    method: 'GET',
    path: '/internal/users/{username}/tokens',
    summary: 'List API tokens, newest first',
    access: 'self',
    params: Person,
    answer: z.array(ApiToken),
    errors: ['user-not-found'],
  }),

  createApiToken: route({
    ...tokens,
    id: 'createApiToken',
    method: 'POST',
    path: '/internal/users/{username}/tokens',
    summary: 'Create an API token; its value is only in this response',
    access: 'person',
    isSensitive: true,
    params: Person,
    body: CreateApiToken,
    status: 201,
    answer: NewApiToken,
    errors: [
      'user-not-found',
      'token-name-is-required',
      'field-is-too-long',
      'token-scope-is-required',
      'token-name-already-in-use',
      'too-many-tokens',
      'owner-not-found',
      'days-are-invalid',
    ],
  }),

  deleteApiToken: route({
    ...tokens,
    id: 'deleteApiToken',
    method: 'DELETE',
    path: '/internal/users/{username}/tokens/{id}',
    summary: 'Revoke an API token immediately',
    access: 'self',
    params: Item,
    errors: ['user-not-found', 'token-not-found'],
  }),

  getSessions: route({
    ...tokens,
    id: 'getSessions',
    method: 'GET',
    path: '/internal/users/{username}/sessions',
    summary: 'List active sessions, last used first',
    access: 'self',
    params: Person,
    answer: z.array(SessionInfo),
    errors: ['user-not-found'],
  }),

  deleteSession: route({
    ...tokens,
    id: 'deleteSession',
    method: 'DELETE',
    path: '/internal/users/{username}/sessions/{id}',
    summary: 'Revoke a session immediately',
    access: 'self',
    isSensitive: true,
    params: Item,
    errors: ['user-not-found', 'session-not-found'],
  }),

  deleteOtherSessions: route({
    ...tokens,
    id: 'deleteOtherSessions',
    method: 'DELETE',
    path: '/internal/users/{username}/sessions',
    summary: 'Revoke all other sessions',
    access: 'self',
    isSensitive: true,
    params: Person,
    errors: ['user-not-found'],
  }),

  getTokenHolder: route({
    ...tokens,
    id: 'getTokenHolder',
    method: 'GET',
    path: '/v2/token',
    summary: 'Get user, scopes and owners of this token',
    access: 'session',
    answer: TokenHolder,
  }),
};
