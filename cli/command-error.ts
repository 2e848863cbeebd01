import { errorMessage } from 'net/error-message';

/** Wrong usage: the message says what is wrong and explains the usage, the program exits with 2. */
export class CommandError extends Error {
  constructor(problem: unknown, usage: string) {
    // Node's sentences continue with how to pass a value that looks like an option.
    super(
      `${errorMessage(problem)
        .replace(/^Option '(--[\w-]+)' argument is ambiguous.*/s, 'Missing value of $1: a dash follows it')
        .replace(/\. To specify .*/s, '')
        .replace(/\.?$/, '.')}\n\n${usage}`,
    );
  }
}

/** Throws CommandError if an argument is missing, by its name in the usage, or if there are too many. */
export function requireArguments(given: readonly string[], names: readonly string[], usage: string): void {
  let missing = names[given.length];
  if (missing !== undefined) throw new CommandError(`Missing argument: <${missing}>.`, usage);
  let extra = given[names.length];
  if (extra !== undefined) throw new CommandError(`Unexpected argument: "${extra}".`, usage);
}
