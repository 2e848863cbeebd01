/** What clients get while servers with events do not answer; the operator reads the cause. */
import { ApiError } from '../../floor/calls/api-error';
import { isUnavailable } from './explain';

const retrySeconds = 30;

export function unavailable(cause: unknown): ApiError {
  return Object.assign(new ApiError('events-are-unavailable', undefined, { retrySeconds }), { cause });
}

/** Other errors stay as they are. */
export function asUnavailable(error: unknown): unknown {
  return isUnavailable(error) ? unavailable(error) : error;
}
