import { inputClass } from '../../forms/field-frame';
import { paths } from '../../links/paths';
import { AlertBox } from '../../ui/alert';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { CodeBlock } from './code';
import type { Operation, Parameter } from './operations.server';
import type { TryResult, ParameterValues } from './try-request.server';

export interface TryProps {
  operation: Pick<Operation, 'id' | 'parameters'>;
  typed: ParameterValues;
  /** Required parameters left empty. */
  missing: readonly string[];
  tried: TryResult | null;
}

export function TryForm({ operation: { id, parameters }, typed, missing, tried }: TryProps) {
  return (
    <div className="flex flex-col gap-4">
      <form action={`${paths.api(id)}#answer`} className="flex flex-col gap-3">
        <div className="grid gap-3 sm:grid-cols-2">
          {parameters.map((parameter) => (
            <Field
              key={parameter.name}
              parameter={parameter}
              value={typed[parameter.name] ?? ''}
              isMissing={missing.includes(parameter.name)}
            />
          ))}
        </div>
        <div>
          <Button type="submit" name="try" value="1">
            Call
          </Button>
        </div>
      </form>
      <div id="answer" className="flex scroll-mt-4 flex-col gap-2">
        {missing.length > 0 && (
          <AlertBox variant="danger" title="Not called">
            Fill in {missing.join(', ')}.
          </AlertBox>
        )}
        {tried && <Answer tried={tried} />}
      </div>
    </div>
  );
}

interface FieldProps {
  parameter: Parameter;
  value: string;
  isMissing: boolean;
}

function Field({ parameter: { name, isRequired, values, takesSeveral, otherwise }, value, isMissing }: FieldProps) {
  let id = `try-${name}`;
  let shared = { id, name, className: inputClass, 'aria-invalid': isMissing || undefined, defaultValue: value };
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className="text-sm font-medium">
        <code>{name}</code>{' '}
        {!isRequired && <span className="font-normal text-muted">{takesSeveral ? '(one a line)' : '(optional)'}</span>}
      </label>
      {values.length > 0 && !takesSeveral ? (
        <select {...shared}>
          <option value="">{otherwise && `${otherwise} (default)`}</option>
          {values.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      ) : takesSeveral ? (
        <textarea {...shared} rows={2} />
      ) : (
        <input {...shared} placeholder={otherwise} autoComplete="off" />
      )}
    </div>
  );
}

function Answer({ tried: { address, status, headers, body, isCut } }: { tried: TryResult }) {
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        <Badge colour={status < 400 ? 'green' : 'red'}>{status}</Badge>
        <code className="min-w-0 text-sm [overflow-wrap:anywhere]">{address}</code>
      </p>
      <details>
        <summary className="cursor-pointer text-sm">Headers</summary>
        <CodeBlock label="Response headers">{headers.map(([name, value]) => `${name}: ${value}`).join('\n')}</CodeBlock>
      </details>
      <CodeBlock label="Response body">{body || '(no body)'}</CodeBlock>
      {isCut && <p className="text-sm text-muted">Response truncated.</p>}
    </>
  );
}
