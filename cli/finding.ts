/** What a check of `landfall doctor` has found. */
export interface Finding {
  /** `fail` where something does not work, `warn` where it may not, or cannot be told. */
  level: 'ok' | 'warn' | 'fail';
  about: string;
  /** What it is, and what to do. */
  text: string;
}

export const checkTimeoutMs = 5_000;
/** Clocks that differ by more are wrong. */
export const clockSecondsMax = 5;

/** The short reason of an error of the network. */
export function networkErrorReason(error: unknown): string {
  let { code, message } = error as NodeJS.ErrnoException;
  if (error instanceof AggregateError && error.errors.length > 0) return networkErrorReason(error.errors[0]);
  return code ?? message ?? String(error);
}
