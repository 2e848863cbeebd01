/** Variables of an event: values from path, body and query, limited because clients choose them. */
import * as limits from 'contract/floor/limits';
import type { VariableMeaning, VariableNames } from 'contract/packages/package-types/file';
import { printable } from 'contract/floor/printable';
import { queryPairs } from './address';
import type { SentEvent } from './decision';

/**
 * Captured variables first, then those of a body, then query parameters with other names;
 * `leaveOut` is the gateway's own parameter.
 */
export function collectVariables(
  captured: Record<string, string>,
  query: string,
  { leaveOut, sent = [] }: { leaveOut?: string; sent?: SentEvent['variables'] } = {},
): Record<string, string> {
  let variables: Record<string, string> = Object.create(null);
  let room: number = limits.eventVariablesMax;
  let keep = (key: string, value: string) => {
    let name = printable(key, limits.variableNameMax);
    if (room === 0 || name === '' || name in variables) return;
    variables[name] = printable(value, limits.variableValueMax);
    room -= 1;
  };
  for (let name in captured) keep(name, captured[name] ?? '');
  for (let [name, value] of sent) keep(name, value);
  if (query !== '') for (let [key, value] of queryPairs(query)) if (key !== leaveOut) keep(key, value);
  return variables;
}

/** The value of the variable that the owner has chosen for a meaning, or empty. */
export function saidBy(
  variables: Readonly<Record<string, string>>,
  meaning: VariableMeaning,
  names: VariableNames | undefined,
): string {
  return variables[names?.[meaning] ?? meaning] ?? '';
}
