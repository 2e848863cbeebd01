/** What a file package must have: a route, and optionally a target for all other requests. */
import { z } from 'zod';
import { FilePackageName, IncomingPath, OutgoingUrl, RedirectTarget } from '../fields';
import { incomingPath } from '../hosting-rules';
import { refusalOf } from '../rules';
import { file } from './file';
import { typeFields } from './type-fields';

/** The templates of a route. */
export const routeTemplates = { incoming_path: IncomingPath, outgoing_url: OutgoingUrl };

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
  'outgoing-url-must-be-absolute',
  'outgoing-url-invalid-url-template',
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
