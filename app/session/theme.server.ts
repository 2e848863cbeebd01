/**
 * The chosen theme, kept in a plain cookie of its own: it outlives the session and is nobody's
 * secret.
 */
import { cookie } from './cookies.server';
import { isTheme, type Theme } from './theme';

const kept = cookie('__theme');
const maxAgeSeconds = 365 * 24 * 60 * 60;

/** The theme of a request; what the device prefers when none was chosen. */
export function readTheme(request: Request): Theme {
  let [theme] = [...kept.values(request), ...(kept.plain()?.values(request) ?? [])];
  return isTheme(theme) ? theme : 'system';
}

/** The `Set-Cookie` value that keeps a theme for a year. */
export function themeCookie(theme: Theme): string {
  return kept.keep(theme, maxAgeSeconds);
}
