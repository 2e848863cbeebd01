/**
 * An error of the catalogue in `contract/rules/errors.ts`, independent of HTTP: the pipeline adds
 * the status.
 */
import { messageOf, type ErrorCode } from 'contract/rules/errors';

export interface ApiErrorDetails {
  /** Seconds until a retry may succeed. */
  retrySeconds?: number;
  /** Appended to the message. */
  example?: string;
  /** Of the second step of a sign-in. */
  challenge?: string;
  /** The missing scope of an API token. */
  scope?: string;
}

export class ApiError extends Error {
  readonly code: ErrorCode;
  /** The body or query field with the error. */
  readonly field: string | undefined;
  readonly details: ApiErrorDetails;

  constructor(code: ErrorCode, field?: string, details: ApiErrorDetails = {}) {
    super(details.example ? `${messageOf(code)} ${details.example}` : messageOf(code));
    this.code = code;
    this.field = field;
    this.details = details;
  }
}
