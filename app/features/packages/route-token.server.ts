/** Shows the token of a route, which cannot be shown again. */
import { json } from '@remix-run/node';

export function showToken(path: string, token: string) {
  return json({ made: { path, token } }, { status: 201, headers: { 'cache-control': 'no-store' } });
}
