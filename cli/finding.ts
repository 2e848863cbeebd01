import { errorCode } from 'contract/floor/error-code';

/** A result of `landfall doctor`. */
export interface Finding {
  /** `fail`: something does not work. `warn`: it may not, or cannot be checked. */
  level: 'ok' | 'warn' | 'fail';
  about: string;
  /** The problem, and what to do. */
  text: string;
}

export const checkTimeoutMs = 5_000;
/** Maximum difference between clocks. */
export const clockSecondsMax = 5;

/** The short reason of a network error. */
export function networkErrorReason(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return networkErrorReason(error.errors[0]);
  return errorCode(error) ?? (error instanceof Error ? error.message : String(error));
}
