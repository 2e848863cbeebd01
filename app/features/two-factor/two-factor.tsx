import type { SubmissionResult } from '@conform-to/react';
import { twoFactorCode } from 'contract/rules/account-rules';
import type { TwoFactor } from 'contract/accounts/two-factor';
import { AppForm, useAppForm } from '../../forms/app-form';
import { HiddenField, TextField } from '../../forms/fields';
import { FormError } from '../../forms/form-error';
import { type Reauthentication, ReauthenticationField, reauthenticationRules } from '../../forms/reauthentication';
import { SubmitButton } from '../../forms/submit';
import { paths } from '../../links/paths';
import { AlertBox } from '../../ui/alert';
import type { ButtonVariant } from '../../ui/button';
import { CopyText } from '../../ui/copy-text';
import type { QrCode } from './two-factor.server';

export function TwoFactorRequiredBy({ by }: { by: TwoFactor['required_by'] }) {
  let { organizations, administration } = by;
  if (!administration && organizations.length === 0) return null;
  return (
    <AlertBox variant="warning" title="Two-factor authentication is required.">
      {organizations.length > 0 && (
        <p>
          Required by {organizations.join(', ')}. Until you turn it on, you and your API tokens have no access there.
        </p>
      )}
      {administration && <p>Turn on two-factor to use admin features.</p>}
    </AlertBox>
  );
}

/** Dark on white in both themes. */
export function QrCodeImage({ code: { size, path }, label }: { code: QrCode; label: string }) {
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      className="size-48 rounded-md border border-line"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}

const rules = { code: twoFactorCode };

interface CodeFormProps {
  button: string;
  variant?: ButtonVariant;
  hint: string;
  /** If the form also asks for the password. */
  identity?: Reauthentication;
  lastResult?: SubmissionResult<string[]>;
}

export function CodeForm({ button, variant, hint, identity, lastResult }: CodeFormProps) {
  let form = useAppForm(lastResult, { rules: { ...rules, ...(identity && reauthenticationRules({ identity })) } });
  return (
    <AppForm form={form}>
      <FormError />
      {identity && <ReauthenticationField identity={identity} />}
      <TextField name="code" label="Code" hint={hint} autoComplete="one-time-code" spellCheck={false} />
      <div>
        <SubmitButton variant={variant} pending="Loading …">
          {button}
        </SubmitButton>
      </div>
    </AppForm>
  );
}

/** Shown once, with the button to acknowledge them. */
export function NewRecoveryCodes({ codes }: { codes: readonly string[] }) {
  let form = useAppForm(null);
  return (
    <div className="flex flex-col gap-4">
      <p className="text-sm">Use each code once if you lose your phone. Save them now: they are not shown again.</p>
      <CopyText text={codes.join('\n')} label="recovery codes" wrap />
      <AppForm form={form} action={paths.recoveryCodes()}>
        <HiddenField name="next" value={paths.twoFactor()} />
        <div>
          <SubmitButton pending="Loading …">Acknowledge</SubmitButton>
        </div>
      </AppForm>
    </div>
  );
}
