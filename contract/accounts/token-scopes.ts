/** Which scope an API token needs for which call: the only place that says so. */
import { importsApi } from '../exports/imports';
import { searchApi } from '../packages/search';
import type { Route } from '../route';
import type { TokenScope } from './tokens';

/** Access that a token never has, whatever its scopes. */
const ofSessions: readonly Route['access'][] = ['own', 'person', 'platform-admin'];

/** Imports, their steps included. */
const sendsEvents = importsApi.importEvents.path.replace('{owner}', '');

/**
 * The scope that an API token needs for a call; null where it needs a session. Reading is any GET,
 * and a POST that only reads.
 */
export function scopeOf({ access, method, path, isSensitive }: Route): TokenScope | null {
  if (isSensitive || path.startsWith('/internal/') || ofSessions.includes(access)) return null;
  if (access === 'export') return 'export';
  if (method === 'GET' || access === 'read' || path === searchApi.search.path) return 'read';
  return path.startsWith(sendsEvents) ? 'events' : 'write';
}
