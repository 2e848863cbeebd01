/**
 * The messages of an error and its causes: `fetch` alone says only "fetch failed". Causes that are no
 * errors, such as a whole response, have no message.
 */
export function errorMessage(error: unknown): string {
  let said: string[] = [];
  for (let one = error; one !== undefined && said.length < 5; one = causeOf(one)) {
    let text = messageOf(one);
    if (!said.some((before) => before.includes(text))) said.push(text);
  }
  return said.join(': ');
}

/** An error of several connection attempts has parts instead of a message. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError && !error.message) return [...new Set(error.errors.map(messageOf))].join('; ');
  return error instanceof Error ? error.message : String(error);
}

function causeOf(error: unknown): unknown {
  let cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error || typeof cause === 'string' ? cause : undefined;
}
