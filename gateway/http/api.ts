/**
 * The management API: every endpoint of the contract through one pipeline (admit, read, handle,
 * answer).
 */
import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import type { Context } from 'hono';
import type { Logger } from 'pino';
import { z } from 'zod';
import { actingAsHeader } from 'contract/audit';
import { confirmationHeader } from 'contract/confirmation';
import { statusOf } from 'contract/errors';
import * as limits from 'contract/limits';
import { openApiDocument } from 'contract/openapi';
import type { Route } from 'contract/route';
import { routes } from 'contract/routes';
import { headerText } from 'net/header-text';
import { Refusal } from '../refusal';
import type { Act } from '../administration/audit';
import type { Use } from '../accounts/token-uses';
import type { Caller } from '../accounts/tokens';
import { admit } from './access';
import { noteChange } from './acting';
import { byPath, patternOf } from './addresses';
import { accountHandlers } from '../accounts/account-handlers';
import { accountAdministrationHandlers } from '../administration/account-administration-handlers';
import { administrationHandlers } from '../administration/administration-handlers';
import { aggregationHandlers } from '../analytics/aggregation-handlers';
import { billingHandlers } from '../billing/billing-handlers';
import { billingAdminHandlers } from '../billing/billing-admin-handlers';
import { companyHandlers } from '../analytics/company-handlers';
import { companyFileHandlers } from '../analytics/company-file-handlers';
import { confirmationHandlers } from '../accounts/confirmation-handlers';
import { collectionHandlers } from '../packages/collection-handlers';
import { dataProviderHandlers } from '../leads/data-provider-handlers';
import { domainHandlers } from '../packages/domain-handlers';
import { emailPreferenceHandlers } from '../accounts/email-preference-handlers';
import { domainStatusHandlers } from '../packages/domain-status-handlers';
import { emailVerificationHandlers } from '../accounts/email-verification';
import { eventHandlers } from '../analytics/event-handlers';
import { filterHandlers } from '../analytics/filter-handlers';
import { firstAdministratorHandlers } from '../accounts/first-administrator';
import { githubHandlers } from '../accounts/github-handlers';
import { auditHandlers } from '../administration/audit-handlers';
import type { ApiParts, Call, Handler, Handlers } from './handler';
import { installationHandlers } from '../administration/installation';
import { inviteHandlers } from '../organizations/invite-handlers';
import { leadHandlers } from '../leads/lead-handlers';
import { memberHandlers } from '../organizations/member-handlers';
import { notificationHandlers } from '../packages/notification-handlers';
import { onePathHandlers, takeOnePathToken } from './signed-urls';
import { organizationHandlers } from '../organizations/organization-handlers';
import { passwordResetHandlers } from '../accounts/password-reset-handlers';
import { packageHandlers } from '../packages/package-handlers';
import { permissionHandlers } from '../packages/permission-handlers';
import { pixelHandlers } from '../packages/pixel-handlers';
import { registryMoveHandlers } from '../packages/registry-move-handlers';
import { jsonBody, parse, queryOf, textBody } from './read';
import { respond, respondToError } from './respond';
import { routeHandlers } from '../packages/route-handlers';
import { scheduledExportHandlers } from '../exports/scheduled-export-handlers';
import { searchHandlers } from '../analytics/search-handlers';
import { sessionHandlers } from '../accounts/session-handlers';
import { tokenHandlers } from '../accounts/token-handlers';
import { twoFactorHandlers } from '../accounts/two-factor-handlers';
import { userHandlers } from '../accounts/user-handlers';

const handlers: Handlers = {
  ...sessionHandlers,
  ...confirmationHandlers,
  ...emailVerificationHandlers,
  ...emailPreferenceHandlers,
  ...passwordResetHandlers,
  ...firstAdministratorHandlers,
  ...twoFactorHandlers,
  ...githubHandlers,
  ...userHandlers,
  ...searchHandlers,
  ...organizationHandlers,
  ...memberHandlers,
  ...inviteHandlers,
  ...permissionHandlers,
  ...packageHandlers,
  ...notificationHandlers,
  ...routeHandlers,
  ...domainHandlers,
  ...domainStatusHandlers,
  ...registryMoveHandlers,
  ...pixelHandlers,
  ...collectionHandlers,
  ...eventHandlers,
  ...aggregationHandlers,
  ...filterHandlers,
  ...companyHandlers,
  ...companyFileHandlers,
  ...scheduledExportHandlers,
  ...leadHandlers,
  ...dataProviderHandlers,
  ...accountHandlers,
  ...tokenHandlers,
  ...onePathHandlers,
  ...auditHandlers,
  ...administrationHandlers,
  ...accountAdministrationHandlers,
  ...installationHandlers,
  ...billingHandlers,
  ...billingAdminHandlers,
};

/**
 * Where a call comes from, as the listener or the dashboard in this process knows it; never read
 * from the request.
 */
export interface From {
  address?: string | undefined;
}

type Environment = { Bindings: From };
type AnyHandler = Handler<Route>;

const methods = ['GET', 'POST', 'PUT', 'DELETE'] as const;

/** The OpenAPI page: the same for every gateway of the process. */
let description: string | undefined;

/** Makes the API's fetch function. */
export function createApi(parts: ApiParts): (request: Request, from?: From) => Promise<Response> {
  let app = new Hono<Environment>();
  let unanswered = routes.filter((route) => !Object.hasOwn(handlers, route.id));
  if (unanswered.length > 0) throw new Error(`No handler for ${unanswered.map((route) => route.id).join(', ')}.`);
  app.get('/healthz', (c) => c.text('ok'));
  app.get('/openapi.json', (c) => {
    description ??= JSON.stringify(openApiDocument());
    return c.body(description, 200, { 'content-type': 'application/json' });
  });
  app.post('/internal/billing/webhooks/stripe', (c) => hearPayments(parts, c.req.raw));
  for (let route of [...routes].sort(byPath)) app.on(route.method, patternOf(route), (c) => answer(parts, route, c));
  app.notFound((c) => unknownAddress(app, c, parts.log));
  app.onError((error) => respondToError(error, parts.log));
  return async (request, from = {}) => madeInert(await app.fetch(request, from));
}

/** No answer of the API is a page: a browser guesses nothing, loads nothing and frames nothing. */
function madeInert(response: Response): Response {
  response.headers.set('x-content-type-options', 'nosniff');
  response.headers.set('content-security-policy', "default-src 'none'; frame-ancestors 'none'");
  return response;
}

/** Not signed in, not allowed, too often. */
const turnedAway = new Set([401, 403, 429]);

/** Who is turned away stands in the log of the process. */
function noteRefused(error: unknown, who: { person: string | undefined; address: string }, log: Logger): void {
  if (error instanceof Refusal && turnedAway.has(statusOf(error.code)))
    log.info({ code: error.code, ...who }, 'refused');
}

async function answer(parts: ApiParts, route: Route, context: Context<Environment>): Promise<Response> {
  let started = performance.now();
  let id = randomUUID();
  let log = parts.log.child({ call: route.id, id });
  let use = { address: context.env.address ?? '', agent: agentOf(context.req.raw), time: parts.clock() };
  let holder: Caller | undefined;
  let response = await run({ ...parts, log }, route, context, use, (caller) => (holder = caller)).catch(
    (error: unknown) => {
      if (holder) parts.refusedAccess.note(error, route, context.req.param(), actOf(holder, use, context.req.raw));
      noteRefused(error, { person: holder?.user.name, address: use.address }, log);
      return respondToError(error, log);
    },
  );
  if (holder) parts.tokenUses.note(holder, use);
  response.headers.set('x-request-id', id);
  log.debug({ status: response.status, ms: Math.round(performance.now() - started) }, 'answered');
  return response;
}

async function run(
  parts: ApiParts,
  route: Route,
  context: Context<Environment>,
  use: Use,
  isHolder: (caller: Caller) => void,
): Promise<Response> {
  let request = context.req.raw;
  let url = new URL(request.url);
  let inPath = context.req.param() as Record<string, string>;
  if (request.url.includes('%00')) throw new Refusal('request-not-valid');
  let linkOf = takeOnePathToken(parts.onePathSealer, route, url, use.time);
  let { headers } = request;
  let proof = { authorization: headers.get('authorization'), confirmation: headers.get(confirmationHeader), linkOf };
  let { caller, owner, isConfirmed } = await admit(parts, route, proof, inPath, url.searchParams, use.time, isHolder);
  let act: Act = caller ? actOf(caller, use, request) : { ...use, actor: null, actingAs: null };
  let call = {
    parts,
    params: parse(route.params, inPath),
    query: parse(route.query, queryOf(url)),
    body: route.body instanceof z.ZodUndefined ? undefined : parse(route.body, (await jsonBody(request)) ?? {}),
    caller,
    owner,
    isConfirmed,
    act,
    url,
    address: use.address,
  };
  let handler = handlers[route.id as keyof Handlers] as unknown as AnyHandler;
  let given = await handler(call as Call<Route>);
  await noteChange(parts.records, route, act, owner);
  parts.downloadNotices.tell(act);
  return respond(route, given, parts.log);
}

/**
 * A message of the payment provider, which is no call of the contract. The signature is over the
 * text as it came.
 */
async function hearPayments({ payments, clock }: ApiParts, request: Request): Promise<Response> {
  await payments.hear(await textBody(request), request.headers.get('stripe-signature') ?? '', clock());
  return Response.json({ received: true });
}

function agentOf(request: Request): string {
  return headerText(request.headers.get('user-agent') ?? undefined, limits.userAgentMax);
}

/** What a caller does by a request. */
function actOf({ user, isPlatformAdmin }: Caller, use: Use, { headers }: Request) {
  return { ...use, actor: user, actingAs: isPlatformAdmin ? nameIn(headers.get(actingAsHeader)) : null };
}

function nameIn(header: string | null): string | null {
  return header?.trim().slice(0, limits.nameMax) || null;
}

/** 405 when the address answers another method, else 404. */
function unknownAddress(app: Hono<Environment>, context: Context<Environment>, log: Logger): Response {
  let allowed = methods.filter((method) => app.router.match(method, context.req.path)[0].length > 0);
  if (allowed.length === 0) return respondToError(new Refusal('not-found'), log);
  return respondToError(new Refusal('method-not-allowed'), log, { allow: allowed.join(', ') });
}
