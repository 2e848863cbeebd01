/**
 * Requests from the logs of other servers, and what counts them: the gateway reads the logs, the
 * edge's rules decide what counts, and neither room knows the other.
 */
import type { OwnerRules } from './edge-rules';
import type { Event } from '../event-fields';

/** A request as a log tells it; what the log does not tell is empty. */
export interface LoggedRequest {
  /** Milliseconds since 1970. */
  time: number;
  method: string;
  /** Path and query as they were sent. */
  target: string;
  status: number;
  host: string;
  /** Used for the hashes and the place, and never kept. */
  address: string;
  userAgent: string;
  referer: string;
  /** Further headers, by their names in lower case. */
  headers: Readonly<Record<string, string>>;
}

export interface LogQuestion {
  rules: OwnerRules;
  /** The salt of the visitors of this file, and what marks its periods. */
  secret: string;
  mark: string;
}

/** Gives the event of each request, without its id; undefined where none of the rules counts it. */
export type CountLogged = (request: LoggedRequest) => Promise<Event | undefined>;

/** Opens the rules and the data about addresses for a file. */
export type OpenLogged = (question: LogQuestion) => Promise<CountLogged>;
