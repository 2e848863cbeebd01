/**
 * Reauthentication before actions that a stolen session must not perform
 * (contract/accounts/confirmation.ts).
 */
import { confirmationApi } from 'contract/accounts/confirmation';
import { z } from 'zod';
import { env } from '../config/env.server';
import { readForm, type FormResult } from './read-form.server';
import type { Reauthentication } from './reauthentication';
import type { Call } from '../gateway/gateway-client.server';
import { secondary } from '../gateway/secondary.server';
import { serverPaths } from '../links/paths.server';

/** What the form must ask for. GitHub and single sign-on return to the page of `request`. */
export async function readReauthentication(call: Call, request: Request): Promise<Reauthentication> {
  let asked = await secondary(call(confirmationApi.getConfirmation), null);
  let { is_confirmed: isConfirmed, way } = asked ?? { is_confirmed: false, way: null };
  let { pathname, search } = new URL(request.url);
  let by = way === 'github' ? 'GitHub' : env.OIDC_NAME;
  return { isConfirmed, way, by, confirmAt: serverPaths.accountConfirmation(pathname + search) };
}

/**
 * Like `readForm`, for forms with the current password, which is required if the page shows its
 * field.
 */
export async function readFormWithPassword<S extends z.ZodTypeAny>(
  request: Request,
  schema: S,
  call: Call,
  { always = true } = {},
): Promise<FormResult<z.output<S> & { current_password: string }>> {
  let { isConfirmed, way } = await readReauthentication(call, request);
  let isNeeded = way === 'password' && (always || !isConfirmed);
  let typed = z.string({ required_error: 'confirmation-required' }).max(1_000, 'password_does_not_match');
  return readForm(
    request,
    z.intersection(schema, z.object({ current_password: isNeeded ? typed : typed.default('') })),
  );
}

/**
 * Like `readForm`, but confirms the session first with a posted password. The action must be
 * wrapped in `keepingConfirmation`.
 */
export async function readSensitiveForm<S extends z.ZodTypeAny>(
  request: Request,
  schema: S,
  call: Call,
): Promise<FormResult<z.output<S>>> {
  let form = await readFormWithPassword(request, schema, call, { always: false });
  if (!form.ok) return form;
  let { current_password, ...rest } = form.value;
  if (current_password) {
    let given = await call(confirmationApi.confirmSession, { body: { current_password } }).catch(form.refuse);
    if (given instanceof Response) return { ok: false, reply: given };
  }
  return { ...form, value: rest as z.output<S> };
}
