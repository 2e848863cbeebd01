/**
 * What cannot be done, by its code in the catalogue of `contract/errors.ts`. It knows nothing of
 * HTTP: the pipeline looks up the status.
 */
import { messageOf, type ErrorCode } from 'contract/errors';

/** What some refusals say beside their code. */
export interface RefusalDetails {
  /** Seconds until it may be tried again. */
  retrySeconds?: number;
  /** What the second step of a sign-in needs. */
  challenge?: string;
}

export class Refusal extends Error {
  readonly code: ErrorCode;
  /** The body or query field it is about. */
  readonly field: string | undefined;
  readonly details: RefusalDetails;

  constructor(code: ErrorCode, field?: string, details: RefusalDetails = {}) {
    super(messageOf(code));
    this.code = code;
    this.field = field;
    this.details = details;
  }
}
