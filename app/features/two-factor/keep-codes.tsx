/**
 * The recovery codes, for the only time they are shown, with the button that says they are kept.
 */
import { AppForm, useAppForm } from '../../forms/app-form';
import { HiddenField } from '../../forms/fields';
import { SubmitButton } from '../../forms/submit';
import { paths } from '../../paths';
import { CopyText } from '../../ui/copy-text';

export function KeepCodes({ codes }: { codes: readonly string[] }) {
  let form = useAppForm(null);
  return (
    <div className="flex flex-col gap-4">
      <p className="text-sm">
        Each code lets you in once when your phone is not at hand. They are not shown again once you have acknowledged
        them, so print them or put them into your password manager first.
      </p>
      <CopyText text={codes.join('\n')} label="recovery codes" wrap />
      <AppForm form={form} action={paths.recoveryCodes()}>
        <HiddenField name="next" value={paths.twoFactor()} />
        <div>
          <SubmitButton pending="One moment …">Acknowledge</SubmitButton>
        </div>
      </AppForm>
    </div>
  );
}
