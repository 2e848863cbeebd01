/** One API operation: parameters, examples, errors, and a form to try it. */
import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { paths } from '../../links/paths';
import { Card } from '../../ui/card';
import { PageTitle } from '../../ui/page-title';
import { TableCell, TableRow, Table } from '../../ui/table';
import { CodeBlock } from './code';
import { Method } from './method';
import type { Operation, Parameter } from './operations.server';
import { TryForm, type TryProps } from './try-form';

interface OperationProps extends Omit<TryProps, 'operation'> {
  operation: Operation;
  curl: string;
  /** Sign-in URL for visitors; null if signed in. */
  signIn: string | null;
}

export function ApiOperation({ operation, curl, signIn, ...trying }: OperationProps) {
  let { method, path, summary, noun, needs, parameters, body, answer, answers, sends, status, errors } = operation;
  return (
    <div className="mx-auto flex w-full max-w-4xl flex-col gap-5">
      <p className="text-sm">
        <Link to={paths.api()} className="text-accent underline">
          All calls
        </Link>{' '}
        · {noun}
      </p>
      <PageTitle
        title={summary}
        description={
          <span className="break-words">
            <Method method={method} /> <code>{path}</code>
          </span>
        }
      />
      <p>{needs}.</p>
      {parameters.length > 0 && (
        <Card title="Parameters" flush>
          <Parameters parameters={parameters} />
        </Card>
      )}
      {operation.canBeTried && <TryCard operation={operation} signIn={signIn} trying={trying} />}
      <Card title="Example">
        <div className="flex flex-col gap-4">
          <Block label="Command">{curl}</Block>
          {body !== undefined && <Block label={`Body (${sends.join(', ')})`}>{body}</Block>}
          {answer === undefined ? (
            <p className="text-sm">
              The answer is {status}
              {answers.length > 0 ? ` with ${answers.join(' or ')}` : ' without a body'}.
            </p>
          ) : (
            <Block label={`Answer ${status} (${answers.join(' or ')})`}>{answer}</Block>
          )}
        </div>
      </Card>
      <Card title="Errors" flush>
        <Errors errors={errors} />
      </Card>
    </div>
  );
}

interface TryCardProps {
  operation: Operation;
  signIn: string | null;
  trying: Omit<TryProps, 'operation'>;
}

function TryCard({ operation, signIn, trying }: TryCardProps) {
  return (
    <Card title="Try it" description="Runs as you. Read-only.">
      {signIn === null ? (
        <TryForm operation={operation} {...trying} />
      ) : (
        <p>
          <Link to={signIn} className="text-accent underline">
            Sign in
          </Link>{' '}
          to try this call with your packages.
        </p>
      )}
    </Card>
  );
}

const parameterColumns = [{ label: 'Name' }, { label: 'Type' }, { label: 'Meaning' }];

function Parameters({ parameters }: { parameters: readonly Parameter[] }) {
  return (
    <Table caption="Parameters of the call" columns={parameterColumns}>
      {parameters.map(({ name, place, isRequired, type, words, values, otherwise }) => (
        <TableRow key={name}>
          <TableCell rowHeader>
            <code>{name}</code>
          </TableCell>
          <TableCell className="whitespace-nowrap">
            {type}
            <span className="block text-muted">
              {place}
              {isRequired && ', required'}
            </span>
          </TableCell>
          <TableCell className="min-w-48">
            {words && <Words text={words} />}
            {values.length > 0 && <span className="block text-muted">One of {values.join(', ')}</span>}
            {otherwise && <span className="block text-muted">Default: {otherwise}</span>}
          </TableCell>
        </TableRow>
      ))}
    </Table>
  );
}

function Errors({ errors }: Pick<Operation, 'errors'>) {
  return (
    <Table caption="Errors of the call" columns={[{ label: 'Status' }, { label: 'Code and message' }]}>
      {errors.map(({ status, text }) => (
        <TableRow key={text}>
          <TableCell>{status}</TableCell>
          <TableCell>
            <Words text={text} />
          </TableCell>
        </TableRow>
      ))}
    </Table>
  );
}

/** Renders backticks as code. */
function Words({ text }: { text: string }) {
  return <>{text.split('`').map((part, i) => (i % 2 ? <code key={i}>{part}</code> : part))}</>;
}

function Block({ label, children }: { label: string; children: ReactNode }) {
  return (
    <figure className="flex min-w-0 flex-col gap-1">
      <figcaption className="text-sm font-medium">{label}</figcaption>
      <CodeBlock label={label}>{children}</CodeBlock>
    </figure>
  );
}
