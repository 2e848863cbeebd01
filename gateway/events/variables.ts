/** A variable of an event: as SQL and, with the same result, for an event in memory. */
import type { Event } from 'contract/event-fields';

/** Where the value of a variable is in the JSON of all of them. */
export function pointerTo(name: string): string {
  return `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** Empty where an event does not have it; `at` is the number of its parameter. */
export function variableSql(name: string, at: number): { sql: string; parameter: string } {
  let value = `coalesce(json_extract_string(variables, $${at}), '')`;
  return { sql: `CASE WHEN variables = '' THEN '' ELSE ${value} END`, parameter: pointerTo(name) };
}

export function variableOf({ variables }: Pick<Event, 'variables'>, name: string): string {
  return Object.hasOwn(variables, name) ? variables[name]! : '';
}
