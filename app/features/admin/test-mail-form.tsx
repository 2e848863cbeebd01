/** Sends a mail to the platform admin's own address, and says what came of it. */
import type { SubmissionResult } from '@conform-to/react';
import type { TestMailResult } from 'contract/installation';
import { AppForm, useAppForm } from '../../forms/app-form';
import { FormError } from '../../forms/form-error';
import { SubmitButton } from '../../forms/submit';
import { Alert } from '../../ui/alert';

interface TestMailFormProps {
  result: TestMailResult | undefined;
  lastResult: SubmissionResult<string[]> | undefined;
}

export function TestMailForm({ result, lastResult }: TestMailFormProps) {
  let form = useAppForm(lastResult);
  return (
    <AppForm form={form}>
      <FormError />
      {result && <TestMailOutcome result={result} />}
      <div>
        <SubmitButton variant="outline" pending="Sending …">
          Send a test mail
        </SubmitButton>
      </div>
    </AppForm>
  );
}

function TestMailOutcome({ result: { to, way, place, failure } }: { result: TestMailResult }) {
  if (failure !== null)
    return (
      <Alert variant="danger" title={`The mail to ${to} was not sent by ${place}.`}>
        <p className="font-mono break-words whitespace-pre-wrap">{failure}</p>
      </Alert>
    );
  if (way === 'outbox')
    return (
      <Alert variant="success" title={`The mail to ${to} is a file in ${place}.`}>
        No mail leaves this machine while SMTP_URL is not set.
      </Alert>
    );
  return (
    <Alert variant="success" title={`${place} has taken the mail to ${to}.`}>
      Where it does not arrive, look into the spam folder and the log of the mail server.
    </Alert>
  );
}
