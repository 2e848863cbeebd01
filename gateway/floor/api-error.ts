/**
 * An error by its code in the catalogue of `contract/errors.ts`. It knows nothing of HTTP: the
 * pipeline looks up the status.
 */
import { messageOf, type ErrorCode } from 'contract/errors';

/** Further data of some errors. */
export interface ApiErrorDetails {
  /** Seconds until another attempt. */
  retrySeconds?: number;
  /** What would go wrong; follows the message. */
  example?: string;
  /** The challenge of a sign-in's second step. */
  challenge?: string;
  /** The scope that an API token lacks. */
  scope?: string;
}

export class ApiError extends Error {
  readonly code: ErrorCode;
  /** The body or query field it is about. */
  readonly field: string | undefined;
  readonly details: ApiErrorDetails;

  constructor(code: ErrorCode, field?: string, details: ApiErrorDetails = {}) {
    super(details.example ? `${messageOf(code)} ${details.example}` : messageOf(code));
    this.code = code;
    this.field = field;
    this.details = details;
  }
}
