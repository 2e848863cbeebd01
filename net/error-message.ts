/**
 * The message of an error with those of its causes: `fetch` says only "fetch failed", and why is in
 * the cause.
 */
export function errorMessage(error: unknown): string {
  let said: string[] = [];
  for (let one = error; one !== undefined && said.length < 5; one = one instanceof Error ? one.cause : undefined) {
    let text = messageOf(one);
    if (!said.some((before) => before.includes(text))) said.push(text);
  }
  return said.join(': ');
}

/** The error of a connection that was tried at several addresses has parts instead of a message. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError && !error.message) return [...new Set(error.errors.map(messageOf))].join('; ');
  return error instanceof Error ? error.message : String(error);
}
