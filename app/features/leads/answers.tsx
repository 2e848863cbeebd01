/**
 * A question whose answers are written, or ticked with others written beside them. Stands inside an
 * AppForm.
 */
import { type Option, TextField } from '../../forms/fields';
import { CheckGroup } from './check-group';

interface AnswersProps {
  name: string;
  label: string;
  hint?: string;
  /** Answers to tick; none: all of it is written. */
  options: readonly Option[] | undefined;
}

export function Answers({ name, label, hint, options }: AnswersProps) {
  if (!options) return <TextField name={name} label={label} optional autoComplete="off" hint={hint} />;
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <CheckGroup name={`${name}_chosen`} label={label} options={options} />
      <TextField name={name} label={`${label}, others`} optional autoComplete="off" hint={hint} />
    </div>
  );
}
