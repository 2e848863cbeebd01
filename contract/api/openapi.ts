/** The OpenAPI 3.1 page of the gateway API, made from the route descriptions. */
import {
  extendZodWithOpenApi,
  OpenApiGeneratorV31,
  OpenAPIRegistry,
  type RouteConfig,
} from '@asteasolutions/zod-to-openapi';
import { z } from 'zod';
import { FoundOwner } from '../admin/administration';
import { Alert } from '../alerts/alerts';
import { AggregationRow } from '../analytics/aggregations';
import { Invoice } from '../billing/payments';
import { Product, Subscription } from '../billing/billing';
import { Discount } from '../billing/billing-admin';
import { confirmationHeader, confirmationText } from '../accounts/confirmation';
import { Company, CompanyDetails, CompanyEvent } from '../companies/companies';
import { DataProvider } from '../companies/data-providers';
import { CreatedDestination, Delivery, Destination } from '../alerts/destinations';
import { DomainStatus } from '../packages/domain-status';
import { ErrorAnswer } from './error-answer';
import { messageOf, statusOf, type ErrorCode } from '../rules/errors';
import { eventFileTypes, rawEventColumns } from '../analytics/events';
import { InviteSummary, OrganizationInvite } from '../organizations/invites';
import { Lead } from '../companies/leads';
import { lastEventHeader, takesLastEvent } from '../analytics/last-event';
import { SavedLeadQuestionnaire } from '../companies/lead-questionnaire';
import { onePathParameter } from '../exports/one-path-tokens';
import { Organization, OrganizationMember } from '../organizations/organizations';
import { Domain } from '../packages/domains';
import { Package } from '../packages/packages';
import { PackageRoute } from '../packages/package-routes';
import { PackagePermission, SharedPackage } from '../organizations/permissions';
import { PackageLabel, TrackingPixel } from '../packages/pixels';
import { parameterDescription } from './parameter-descriptions';
import type { Route } from '../rules/route';
import { routes } from './routes';
import { ExportRun, ScheduledExport } from '../exports/scheduled-exports';
import { SearchResultItem } from '../packages/search';
import { PublicShare, ShareLink } from '../analytics/share-links';
import { scopeOf } from './token-scopes';
import { OrganizationMembership, PublicOwner, SignInResult, User } from '../accounts/users';
import { takesTimeZone } from '../floor/time-zone';
import { takesWhere } from '../analytics/where';

extendZodWithOpenApi(z);

const components = {
  AggregationRow,
  Alert,
  Company,
  CompanyDetails,
  CompanyEvent,
  CreatedDestination,
  DataProvider,
  Delivery,
  Destination,
  Domain,
  DomainStatus,
  Discount,
  Error: ErrorAnswer,
  ExportRun,
  FoundOwner,
  InviteSummary,
  Invoice,
  Lead,
  Organization,
  OrganizationInvite,
  OrganizationMember,
  OrganizationMembership,
  Package,
  PackageLabel,
  PackagePermission,
  PackageRoute,
  Product,
  PublicOwner,
  PublicShare,
  ScheduledExport,
  SavedLeadQuestionnaire,
  SearchResultItem,
  ShareLink,
  SharedPackage,
  SignedIn: SignInResult,
  Subscription,
  TrackingPixel,
  User,
};
for (let [refId, schema] of Object.entries(components)) schema._def.openapi = { _internal: { refId } };

/** Errors that every call can answer with, and those of calls that need a token. */
const alwaysPossible: ErrorCode[] = ['request-not-valid', 'records-are-busy', 'internal-error'];
const withToken: ErrorCode[] = [
  'not-logged-in',
  'session-expired',
  'token-has-ended',
  'account-suspended',
  'owner-suspended',
  'permission-not-granted',
  'two-factor-needed',
  'token-scope-not-granted',
  'token-owner-not-granted',
];
const withLastEvent: ErrorCode[] = ['last-event-is-invalid', 'last-event-not-known'];
const withTimeZone: ErrorCode[] = ['time-zone-not-known'];
const withWhere: ErrorCode[] = ['condition-is-invalid', 'too-many-conditions'];
const withBody: ErrorCode[] = ['json-not-valid', 'body-too-large'];

type Responses = RouteConfig['responses'];

/** What `confirmSession` answered in the last ten minutes. */
const Confirmation = z.object({ [confirmationHeader]: z.string().regex(confirmationText).optional() });

const LastEventHeader = z.object({
  [lastEventHeader]: z.string().openapi({
    description:
      'Mark of the last event that the response includes. Pass it as `last_event` to include the same events.',
  }),
});

/** The document as an object ready for JSON. */
export function openApiDocument(): ReturnType<OpenApiGeneratorV31['generateDocument']> {
  let registry = new OpenAPIRegistry();
  registry.registerComponent('securitySchemes', 'ApiToken', {
    type: 'http',
    scheme: 'bearer',
    description: 'An API token with the named scope, or a session.',
  });
  registry.registerComponent('securitySchemes', 'Session', {
    type: 'http',
    scheme: 'bearer',
    description: 'A session. API tokens cannot do this.',
  });
  registry.registerComponent('securitySchemes', 'OnePathToken', {
    type: 'apiKey',
    in: 'query',
    name: onePathParameter,
  });
  for (let route of routes) registry.registerPath(operationOf(route));
  return new OpenApiGeneratorV31(registry.definitions).generateDocument({
    openapi: '3.1.0',
    info: {
      title: 'Gateway API',
      version: '2.0.0',
      description:
        'Packages, tracking pixels and their events. Errors are `{ code, message, field? }`. Lists take `per_page` (1 to 100, or `max`), ' +
        '`after` (the id of the last item seen) or `page`. A response that counts events has the last included one in ' +
        `\`${lastEventHeader}\`; requests with the same \`last_event\` include the same events.`,
    },
  });
}

const methods = { GET: 'get', POST: 'post', PUT: 'put', PATCH: 'patch', DELETE: 'delete' } as const;

function operationOf(route: Route): RouteConfig {
  let hasBody = !(route.body instanceof z.ZodUndefined);
  return {
    operationId: route.id,
    method: methods[route.method],
    path: route.path,
    summary: route.summary,
    tags: [route.tag],
    security: securityOf(route),
    request: {
      params: objectOf(route.params),
      query: objectOf(route.query),
      ...(route.takesConfirmation && { headers: objectOf(Confirmation) }),
      ...(hasBody && { body: { required: true, content: { 'application/json': { schema: route.body } } } }),
      ...(route.fileTypes.length > 0 && { body: { required: true, content: fileContent(route) } }),
    },
    responses: { ...success(route), ...refusals(route, hasBody) },
  };
}

function fileContent({ fileTypes }: Route): Record<string, { schema: z.ZodTypeAny }> {
  let schema = z.string().openapi({ description: `The file, with these names: ${rawEventColumns.join(',')}` });
  return Object.fromEntries(fileTypes.map((type) => [type, { schema }]));
}

function securityOf(route: Route): Record<string, string[]>[] {
  if (route.access === 'anyone') return [];
  let scope = scopeOf(route);
  let byToken: Record<string, string[]> = scope === null ? { Session: [] } : { ApiToken: [scope] };
  return route.method === 'GET' && route.access !== 'person' ? [byToken, { OnePathToken: [] }] : [byToken];
}

function objectOf(schema: z.ZodTypeAny): z.AnyZodObject {
  if (!(schema instanceof z.ZodObject)) throw new Error('Parameters and queries are described by objects.');
  let shape = Object.entries<z.ZodTypeAny>(schema.shape).map(([name, one]) => {
    let words = one.description ?? parameterDescription(name);
    return [name, words === undefined ? one : one.describe(words)] as const;
  });
  return z.object(Object.fromEntries(shape));
}

function success(route: Route): Responses {
  let headers = takesLastEvent(route) ? { headers: LastEventHeader } : {};
  return { [route.status]: { description: 'Done', ...headers, ...contentOf(route) } };
}

function contentOf(route: Route): { content?: Record<string, { schema: z.ZodTypeAny }> } {
  if (route.kind === 'none') return {};
  if (route.kind === 'json') return { content: { 'application/json': { schema: route.answer } } };
  if (route.kind === 'csv')
    return {
      content: {
        'text/csv': { schema: z.string().openapi({ description: (route.columns ?? rawEventColumns).join(',') }) },
        ...(!route.columns && {
          'application/x-ndjson': { schema: z.object({}).openapi({ description: 'The same fields in each line' }) },
          [eventFileTypes.parquet]: {
            schema: z.string().openapi({ format: 'binary', description: 'The same columns' }),
          },
        }),
      },
    };
  if (route.kind === 'file')
    return { content: { 'application/gzip': { schema: z.string().openapi({ format: 'binary' }) } } };
  if (route.kind === 'sse') return { content: { 'text/event-stream': { schema: route.answer } } };
  return {
    content: {
      'application/x-ndjson': { schema: route.answer },
      'application/json': { schema: z.object({ data: z.array(route.answer) }) },
    },
  };
}

/** One response per status, with the codes it may carry. */
function refusals(route: Route, hasBody: boolean): Responses {
  let codes = [
    ...alwaysPossible,
    ...(route.access === 'anyone' ? [] : withToken),
    ...(hasBody ? withBody : []),
    ...(route.countsEvents
      ? (['too-much-at-once', 'server-is-busy', 'question-is-too-large', 'events-are-unavailable'] as const)
      : []),
    ...(takesLastEvent(route) ? withLastEvent : []),
    ...(takesWhere(route) ? withWhere : []),
    ...(takesTimeZone(route) ? withTimeZone : []),
    ...(route.isSensitive ? (['confirmation-required'] as const) : []),
    ...route.errors,
  ];
  let byStatus = new Map<number, Set<ErrorCode>>();
  for (let code of codes) byStatus.set(statusOf(code), (byStatus.get(statusOf(code)) ?? new Set()).add(code));
  let entries = [...byStatus].map(([status, set]) => {
    let description = [...set].map((code) => `\`${code}\`: ${messageOf(code)}`).join('\n');
    return [status, { description, content: { 'application/json': { schema: ErrorAnswer } } }];
  });
  return Object.fromEntries(entries);
}
