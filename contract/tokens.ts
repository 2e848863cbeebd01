/** Credentials of a person's programs and browsers: API tokens and sessions. */
import { z } from 'zod';
import { tokenName } from './account-rules';
import { schemaOf } from './fields';
import { route } from './route';

/**
 * What an API token may do, within the rights of its person: `read` reads, `write` changes,
 * `export` downloads events and reports. Calls below `/internal`, and those only an owner may make,
 * need a session.
 */
export const TokenScope = z.enum(['read', 'write', 'export']);
export type TokenScope = z.infer<typeof TokenScope>;

export const ApiToken = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(TokenScope),
  created_at: z.string().datetime(),
  last_used_at: z.string().datetime().nullable(),
});
export type ApiToken = z.infer<typeof ApiToken>;

/** The only answer that contains the token itself. */
export const NewApiToken = ApiToken.extend({ token: z.string() });

export const CreateApiToken = z.object({
  name: schemaOf(tokenName),
  scopes: z
    .array(TokenScope, { required_error: 'token-scope-is-required', invalid_type_error: 'token-scope-is-required' })
    .min(1, 'token-scope-is-required')
    .transform((scopes) => TokenScope.options.filter((scope) => scopes.includes(scope))),
});

/** A session of a browser or another program. */
export const SessionInfo = z.object({
  id: z.string(),
  /** Whether this call was made with it. */
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

export const getApiTokens = route({
  ...tokens,
  id: 'getApiTokens',
  method: 'GET',
  path: '/internal/users/{username}/tokens',
  summary: 'API tokens of a person, the newest first',
  access: 'self',
  params: Person,
  answer: z.array(ApiToken),
  errors: ['user-not-found'],
});

export const createApiToken = route({
  ...tokens,
  id: 'createApiToken',
  method: 'POST',
  path: '/internal/users/{username}/tokens',
  summary: 'Make an API token; its text is in this answer and nowhere else',
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
  ],
});

export const deleteApiToken = route({
  ...tokens,
  id: 'deleteApiToken',
  method: 'DELETE',
  path: '/internal/users/{username}/tokens/{id}',
  summary: 'Revoke an API token at once',
  access: 'self',
  params: Item,
  errors: ['user-not-found', 'token-not-found'],
});

export const getSessions = route({
  ...tokens,
  id: 'getSessions',
  method: 'GET',
  path: '/internal/users/{username}/sessions',
  summary: 'Sessions of a person that have not ended, the last used first',
  access: 'self',
  params: Person,
  answer: z.array(SessionInfo),
  errors: ['user-not-found'],
});

export const deleteSession = route({
  ...tokens,
  id: 'deleteSession',
  method: 'DELETE',
  path: '/internal/users/{username}/sessions/{id}',
  summary: 'End one session at once',
  access: 'self',
  isSensitive: true,
  params: Item,
  errors: ['user-not-found', 'session-not-found'],
});

export const deleteOtherSessions = route({
  ...tokens,
  id: 'deleteOtherSessions',
  method: 'DELETE',
  path: '/internal/users/{username}/sessions',
  summary: 'End all sessions of a person but the one of this call',
  access: 'self',
  isSensitive: true,
  params: Person,
  errors: ['user-not-found'],
});
