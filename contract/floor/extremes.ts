/**
 * The greatest and the least of numbers. `Math.max(...numbers)` puts each of them on the stack, so a
 * list that grew with what people sent would end the call.
 */
export function greatest(numbers: Iterable<number>): number {
  let found = Number.NEGATIVE_INFINITY;
  for (let number of numbers) if (number > found) found = number;
  return found;
}

/** Infinity where there are none. */
export function least(numbers: Iterable<number>): number {
  let found = Number.POSITIVE_INFINITY;
  for (let number of numbers) if (number < found) found = number;
  return found;
}
