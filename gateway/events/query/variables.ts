/** A variable of an event, in SQL and in memory with the same result. */
import type { Event } from 'contract/event-fields';
import type { Dialect } from './dialect';

/** Empty if the event does not have it; `at` is the number of its parameter. */
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
