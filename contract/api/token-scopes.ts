/** The scope that an API token needs for each call. */
import { importsApi } from '../exports/imports';
import { reportsApi } from '../analytics/reports';
import { searchApi } from '../packages/search';
import type { Route } from '../rules/route';
import type { TokenScope } from '../accounts/tokens';

/** Access that no API token has. */
const ofSessions: readonly Route['access'][] = ['own', 'person', 'platform-admin'];

const readingPosts: readonly string[] = [searchApi.search.path, reportsApi.askReport.path];

const sendsEvents = importsApi.importEvents.path.replace('{owner}', '');

/**
 * The scope that an API token needs for a call; null where it needs a session. Reading is any GET,
 * and a POST that only reads.
 */
export function scopeOf({ access, method, path, isSensitive }: Route): TokenScope | null {
  if (isSensitive || path.startsWith('/internal/') || ofSessions.includes(access)) return null;
  if (access === 'export') return 'export';
  if (method === 'GET' || access === 'read' || readingPosts.includes(path)) return 'read';
  return path.startsWith(sendsEvents) ? 'events' : 'write';
}
