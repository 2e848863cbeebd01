/** The form that withdraws a version of a package, and the note on a withdrawn one. */
import type { SubmissionResult } from '@conform-to/react';
import * as limits from 'contract/limits';
import type { WithdrawnVersion } from 'contract/packages/withdrawn-versions';
import { textRule } from 'contract/shared/rules';
import { AppForm, useAppForm } from '../../forms/app-form';
import { HiddenField, TextField } from '../../forms/fields';
import { FormError } from '../../forms/form-error';
import { PostForm } from '../../forms/post-form';
import { SubmitButton } from '../../forms/submit';
import { AlertBox } from '../../ui/alert';
import { Card } from '../../ui/card';
import { DateText } from '../../ui/day';

const rules = { message: textRule(limits.withdrawalMessageMax, 'field-is-required') };

interface WithdrawProps {
  version: string;
  /** File packages can send another version instead. */
  canRedirect: boolean;
  withdrawn: WithdrawnVersion | undefined;
  /** URL that restores it. */
  restoration: string;
  lastResult: SubmissionResult<string[]> | undefined;
}

export function WithdrawCard({ version, canRedirect, withdrawn, restoration, lastResult }: WithdrawProps) {
  let defaultValue = { message: withdrawn?.message ?? '', redirect_to: withdrawn?.redirect_to ?? '' };
  let form = useAppForm(lastResult, { rules, id: 'withdraw', defaultValue });
  return (
    <Card
      title={withdrawn ? 'Withdrawn' : 'Withdraw this version'}
      description="The gateway stops serving it, and shows your message where the client shows messages. You can restore it at any time."
      anchor="withdrawal"
    >
      <div className="flex max-w-2xl flex-col gap-4">
        <AppForm form={form}>
          <FormError />
          <HiddenField name="version" value={version} />
          <TextField
            name="message"
            label="Message"
            hint="What happened, and what to use instead."
            placeholder="Leaks tokens (CVE-2026-1234). Use 2.0.1."
            autoComplete="off"
          />
          {canRedirect && (
            <TextField
              name="redirect_to"
              label="Send this version instead"
              hint="Empty: requests are refused."
              placeholder="2.0.1"
              autoComplete="off"
              spellCheck={false}
              optional
            />
          )}
          <div>
            <SubmitButton variant={withdrawn ? 'primary' : 'danger'}>
              {withdrawn ? 'Save' : 'Withdraw version'}
            </SubmitButton>
          </div>
        </AppForm>
        {withdrawn && (
          <PostForm action={restoration}>
            <input type="hidden" name="version" value={version} />
            <SubmitButton variant="outline">Restore version</SubmitButton>
          </PostForm>
        )}
      </div>
    </Card>
  );
}

export function WithdrawnNote({
  withdrawn: { message, redirect_to, created_by, created_at },
}: {
  withdrawn: WithdrawnVersion;
}) {
  return (
    <AlertBox variant="warning" title="This version is withdrawn.">
      {redirect_to ? `Requests get version ${redirect_to}. ` : 'Requests are refused. '}
      {message}{' '}
      <span className="text-muted">
        By {created_by ?? 'a former member'}, <DateText iso={created_at} />.
      </span>
    </AlertBox>
  );
}
