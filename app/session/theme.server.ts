/** The theme has a separate plain cookie: it outlives the session and is not private. */
import { cookie } from './cookies.server';
import { isTheme, type Theme } from './theme';

const kept = cookie('__theme');
const maxAgeSeconds = 365 * 24 * 60 * 60;

/** The theme of a request; by default that of the device. */
export function readTheme(request: Request): Theme {
  let [theme] = [...kept.values(request), ...(kept.plain()?.values(request) ?? [])];
  return isTheme(theme) ? theme : 'system';
}

/** The `Set-Cookie` value that stores a theme for a year. */
export function themeCookie(theme: Theme): string {
  return kept.set(theme, maxAgeSeconds);
}
