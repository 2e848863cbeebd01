/** One of the buyer personas, folded away while it is empty. */
import { TextArea, TextField } from '../../forms/fields';
import { Answers } from './answers';
import type { LeadPage } from './read.server';

interface PersonaFieldsProps {
  number: number;
  values: LeadPage['values'];
  choices: LeadPage['choices'];
  /** Names of the fields that were refused. */
  refused: readonly string[];
}

export function PersonaFields({ number, values, choices, refused }: PersonaFieldsProps) {
  let prefix = `persona_${number}_`;
  let title = [values[`${prefix}titles`] ?? []].flat().join(', ');
  let isKept = Object.keys(values).some((name) => name.startsWith(prefix));
  let isOpen = refused.some((name) => name.startsWith(prefix)) || (number === 1 && !isKept);
  return (
    <details open={isOpen || undefined} className="rounded-md border border-line">
      <summary className="cursor-pointer px-3 py-2 text-sm font-medium">
        Persona {number} <span className="font-normal text-muted">{isKept ? title || 'without a title' : 'empty'}</span>
      </summary>
      <div className="grid gap-4 border-t border-line p-3 lg:grid-cols-2">
        <TextField
          name={`${prefix}titles`}
          label="Job titles"
          optional
          autoComplete="off"
          hint="Separate values with commas."
        />
        <Answers name={`${prefix}seniorities`} label="Seniority" options={choices?.seniorities} />
        <Answers name={`${prefix}departments`} label="Department" options={choices?.departments} />
        <TextArea name={`${prefix}notes`} label="Notes" optional rows={2} />
      </div>
    </details>
  );
}
