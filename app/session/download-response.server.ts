/**
 * Files of the gateway, streamed to the browser, and the redirect for people without permission.
 */
import { lastEventHeader } from 'contract/analytics/last-event';
import { readApiError } from '../gateway/gateway-client.server';
import { redirectWithToast } from './toast.server';

const passedOn = ['content-type', 'content-disposition', lastEventHeader];

/**
 * The file as an uncached answer; null stays null. `name` is for a file without a name. People who
 * may not export are redirected to `back` with a toast; other errors are thrown.
 */
export async function downloadResponse<T extends Response | null>(
  file: Promise<T>,
  back: string,
  name = 'export.csv',
): Promise<Response | (T & null)> {
  try {
    let answer = await file;
    if (answer === null) return answer as T & null;
    let headers = new Headers({ 'content-disposition': `attachment; filename="${name}"`, 'cache-control': 'no-store' });
    for (let header of passedOn) {
      let value = answer.headers.get(header);
      if (value !== null) headers.set(header, value);
    }
    return new Response(answer.body, { headers });
  } catch (thrown) {
    let said = await readApiError(thrown);
    if (said?.code !== 'permission-not-granted' && said?.code !== 'not-a-pro-member') throw thrown;
    return redirectWithToast(back, 'permission_not_granted');
  }
}
