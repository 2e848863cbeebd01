/** A variable of an event: as SQL and, with the same result, for an event in memory. */
import type { Event } from 'contract/event-fields';
import type { Dialect } from './dialect';

/** Empty where an event does not have it; `at` is the number of its parameter. */
export function variableSql(
  { hasVariables, variable, variableParameter }: Dialect,
  name: string,
  at: number,
): { sql: string; parameter: string } {
  let value = `coalesce(${variable(`$${at}`)}, '')`;
  return { sql: `CASE WHEN ${hasVariables} THEN ${value} ELSE '' END`, parameter: variableParameter(name) };
}

export function variableOf({ variables }: Pick<Event, 'variables'>, name: string): string {
  return Object.hasOwn(variables, name) ? variables[name]! : '';
}
