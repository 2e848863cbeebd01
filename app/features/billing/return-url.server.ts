/** The whole address of a page, for the payment provider to lead back to. */
import { env } from '../../env.server';

export function returnUrl(request: Request, path: string): string {
  return new URL(path, env.PUBLIC_URL ?? request.url).href;
}
