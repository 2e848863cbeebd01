/**
 * Variables of an event: values captured from path and query, limited because strangers choose
 * them.
 */
import * as limits from 'contract/limits';
import { queryPairs } from './address';

/**
 * Captured variables first, then query parameters with other names; `leaveOut` are the parameters
 * of the gateway itself.
 */
export function collectVariables(
  captured: Record<string, string>,
  query: string,
  leaveOut?: string,
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
  if (query !== '') for (let [key, value] of queryPairs(query)) if (key !== leaveOut) keep(key, value);
  return variables;
}

/** At most `max` characters, without control characters and half surrogate pairs. */
function printable(text: string, max: number): string {
  let short = text.length > max ? text.slice(0, max).replace(/[\ud800-\udbff]$/, '') : text;
  // oxlint-disable-next-line no-control-regex
  return /[\u0000-\u001f\u007f]/.test(short) ? short.replace(/[\u0000-\u001f\u007f]+/g, ' ') : short;
}
