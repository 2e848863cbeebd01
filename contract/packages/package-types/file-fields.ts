/** What a file package must have: a route, and optionally a target for all other requests. */
import { z } from 'zod';
import {
  FilePackageName,
  IncomingPath,
  OutgoingUrl,
  RedirectTarget,
  SomeRoutePath,
  SomeTarget,
} from '../../rules/fields';
import { incomingPath, outgoingUrl } from '../../rules/hosting-rules';
import { refusalOf } from '../../floor/rules';
import { file } from './file';
import { typeFields } from './type-fields';

/** The templates of a route. */
export const routeTemplates = { incoming_path: IncomingPath, outgoing_url: OutgoingUrl };

/** The path of a route of any type, and its target. */
export const routeFields = { incoming_path: SomeRoutePath, outgoing_url: SomeTarget };

/** Adds the issues of a route that depend on its type. */
export function checkRoute(route: z.output<z.ZodObject<typeof routeFields>> & { type: string }, ctx: z.RefinementCtx) {
  checkVariables(route, ctx);
  let message = refusalOf(outgoingUrl, route.outgoing_url ?? '', route);
  if (message) ctx.addIssue({ code: 'custom', path: ['outgoing_url'], message });
}

/**
 * Adds an issue to `incoming_path` when the file location uses a variable that the path does not
 * capture.
 */
export function checkVariables(route: z.output<z.ZodObject<typeof routeTemplates>>, ctx: z.RefinementCtx): void {
  let message = refusalOf(incomingPath, route.incoming_path, route);
  if (message) ctx.addIssue({ code: 'custom', path: ['incoming_path'], message });
}

/** Codes that a route can be refused with. */
export const templateErrors = [
  'incoming-path-must-not-be-empty',
  'incoming-path-must-start-with-slash',
  'incoming-path-must-be-relative',
  'incoming-path-invalid-url-template',
  'incoming-path-missing-variables',
  'incoming-path-already-exists',
  'incoming-path-is-ambiguous',
  'outgoing-url-must-be-absolute',
  'outgoing-url-invalid-url-template',
] as const;
/** The same for a route of any type. */
export const routeErrors = [
  ...templateErrors,
  'incoming-path-invalid-regex',
  'incoming-path-regex-too-large',
  'telemetry-has-no-file-location',
] as const;
const redirectErrors = ['redirect-target-is-invalid', 'redirect-target-is-own-domain'] as const;

export const fileFields = typeFields({
  name: file.name,
  create: { name: FilePackageName, ...routeTemplates, catch_all_redirect_target_domain: RedirectTarget },
  // The catch-all target stays when it is left out; null or an empty text removes it.
  update: {
    catch_all_redirect_target_domain: z.union([z.null(), z.literal('').transform(() => null), RedirectTarget]),
  },
  check: checkVariables,
  errors: [...redirectErrors, ...templateErrors],
  updateErrors: redirectErrors,
});
