/** A call that cannot be done, as the contract's error catalogue names it. */
import type { ErrorAnswer } from 'contract/error-answer';
import { messageOf, statusOf, type ErrorCode } from 'contract/errors';

export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  /** The body or query field it is about. */
  readonly field: string | undefined;
  readonly headers: Record<string, string>;
  /** What the second step of a sign-in needs. */
  readonly challenge: string | undefined;

  constructor(code: ErrorCode, field?: string, headers: Record<string, string> = {}, challenge?: string) {
    super(messageOf(code));
    this.code = code;
    this.status = statusOf(code);
    this.field = field;
    this.headers = headers;
    this.challenge = challenge;
  }

  /** The answer's body. */
  get answer(): ErrorAnswer {
    return {
      code: this.code,
      message: this.message,
      ...(this.field && { field: this.field }),
      ...(this.challenge && { challenge: this.challenge }),
    };
  }
}
