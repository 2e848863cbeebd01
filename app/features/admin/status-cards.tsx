import type { SubmissionResult } from '@conform-to/react';
import type { TestEmailResult } from 'contract/admin/installation';
import { formatCount } from '../../ui/numbers';
import { AppForm, useAppForm } from '../../forms/app-form';
import { FormError } from '../../forms/form-error';
import { SubmitButton } from '../../forms/submit';
import { AlertBox } from '../../ui/alert';
import { Badge } from '../../ui/badge';
import { Card } from '../../ui/card';
import { Facts } from '../../ui/description-list';
import { Icon } from '../../ui/icon';
import { DateTimeText } from '../../ui/moment';
import { TableCell, TableRow, Table } from '../../ui/table';
import type { JobLine } from './job-status.server';
import type { EmailLine, StatusFact, StatusPart } from './status.server';

export function StatusCard({ part: { title, facts, unknown } }: { part: StatusPart }) {
  return (
    <Card title={title}>
      {unknown ? (
        <p className="text-sm text-warn">{unknown}</p>
      ) : (
        <Facts facts={facts.map((fact) => ({ label: fact.label, value: <FactValue fact={fact} /> }))} />
      )}
    </Card>
  );
}

function FactValue({ fact: { text, iso, isBad } }: { fact: StatusFact }) {
  if (iso) return <DateTimeText iso={iso} />;
  if (!isBad) return text;
  return (
    <span className="text-warn">
      <Icon name="warning" className="mr-1 inline size-4" />
      {text}
    </span>
  );
}

const columns = [
  { label: 'Job' },
  { label: 'Every' },
  { label: 'Last run' },
  { label: 'Took' },
  { label: 'Result' },
  { label: 'Next run' },
];

export function JobList({ jobs }: { jobs: readonly JobLine[] }) {
  return (
    <Table caption="Runs of each job" columns={columns}>
      {jobs.map(({ id, name, every, last, took, failure, failures, next }) => (
        <TableRow key={id}>
          <TableCell rowHeader className="min-w-40">
            {name}
          </TableCell>
          <TableCell className="whitespace-nowrap">{every}</TableCell>
          <TableCell>{last ? <DateTimeText iso={last} /> : <span className="text-muted">Never</span>}</TableCell>
          <TableCell className="whitespace-nowrap">{last ? took : ''}</TableCell>
          <TableCell className="min-w-32 break-words">
            <Result last={last} failure={failure} />
            {failures > 0 && (
              <span className="block text-muted">{formatCount(failures, 'failure')} since the start</span>
            )}
          </TableCell>
          <TableCell>
            <DateTimeText iso={next} />
          </TableCell>
        </TableRow>
      ))}
    </Table>
  );
}

const emailColumns = [
  { label: 'To' },
  { label: 'Subject' },
  { label: 'Written' },
  { label: 'Attempts' },
  { label: 'Reason' },
  { label: 'Next attempt' },
];

export function TroubledEmails({ emails }: { emails: readonly EmailLine[] }) {
  return (
    <Table caption="Emails that were not accepted" columns={emailColumns}>
      {emails.map(({ id, to, subject, created, attempts, reason, next }) => (
        <TableRow key={id}>
          <TableCell rowHeader className="break-words">
            {to}
          </TableCell>
          <TableCell className="min-w-32 break-words">{subject}</TableCell>
          <TableCell>
            <DateTimeText iso={created} />
          </TableCell>
          <TableCell>{attempts}</TableCell>
          <TableCell className="min-w-40 break-words">{reason}</TableCell>
          <TableCell>{next ? <DateTimeText iso={next} /> : <Badge colour="red">Not delivered</Badge>}</TableCell>
        </TableRow>
      ))}
    </Table>
  );
}

function Result({ last, failure }: Pick<JobLine, 'last' | 'failure'>) {
  if (failure !== null)
    return (
      <>
        <Badge colour="red">Failed</Badge> {failure}
      </>
    );
  return last === null ? null : <Badge colour="green">Done</Badge>;
}

interface TestMailFormProps {
  result: TestEmailResult | undefined;
  lastResult: SubmissionResult<string[]> | undefined;
}

/** To the platform admin's own address. */
export function TestMailForm({ result, lastResult }: TestMailFormProps) {
  let form = useAppForm(lastResult);
  return (
    <AppForm form={form}>
      <FormError />
      {result && <TestMailOutcome result={result} />}
      <div>
        <SubmitButton variant="outline" pending="Sending …">
          Send test email
        </SubmitButton>
      </div>
    </AppForm>
  );
}

function TestMailOutcome({ result: { to, way, place, failure } }: { result: TestEmailResult }) {
  if (failure !== null)
    return (
      <AlertBox variant="danger" title={`The email to ${to} could not be sent by ${place}.`}>
        <p className="font-mono break-words whitespace-pre-wrap">{failure}</p>
      </AlertBox>
    );
  if (way === 'outbox')
    return (
      <AlertBox variant="success" title={`The email to ${to} was written to ${place}.`}>
        No email is sent while SMTP_URL is not set.
      </AlertBox>
    );
  return (
    <AlertBox variant="success" title={`${place} accepted the email to ${to}.`}>
      If it does not arrive, check the spam folder and the log of the mail server.
    </AlertBox>
  );
}
