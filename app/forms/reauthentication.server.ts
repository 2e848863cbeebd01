/**
 * Confirming who is signed in, before a step that a stolen session must not take
 * (contract/accounts/confirmation.ts).
 */
import { confirmationApi } from 'contract/accounts/confirmation';
import { z } from 'zod';
import { env } from '../config/env.server';
import { readForm, type FormResult } from './read-form.server';
import type { Reauthentication } from './reauthentication';
import type { Call } from '../gateway/gateway-client.server';
import { serverPaths } from '../links/paths.server';

/**
 * What a form of a sensitive step has to ask for. `request` is that of its page, to which GitHub
 * leads back.
 */
export async function readReauthentication(call: Call, request: Request): Promise<Reauthentication> {
  let { is_confirmed: isConfirmed, way } = await call(confirmationApi.getConfirmation);
  let { pathname, search } = new URL(request.url);
  let by = way === 'github' ? 'GitHub' : env.OIDC_NAME;
  return { isConfirmed, way, by, confirmAt: serverPaths.accountConfirmation(pathname + search) };
}

/**
 * As `read`, for a form with the current password: where its page needs the field, an empty one is
 * refused.
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
 * As `read`, for a sensitive step: a password in the form confirms the session first. The action
 * must be wrapped in `keepingConfirmation`.
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
