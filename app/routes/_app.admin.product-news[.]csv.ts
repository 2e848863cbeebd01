/** /admin/product-news.csv: the addresses of people who asked for product news. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { emailPreferencesApi } from 'contract/accounts/email-preferences';
import { sendRoute } from '../gateway/gateway-client.server';
import { chunksOf, csvDownload } from '../http/csv.server';
import { requireAdmin } from '../session/guards.server';
import { actedAs } from '../session/session';

export async function loader(args: LoaderFunctionArgs) {
  let { session } = await requireAdmin(args);
  let file = await sendRoute(
    args.context,
    { token: session.token, actingAs: actedAs(session) },
    emailPreferencesApi.exportProductNewsAddresses,
    {},
  );
  return csvDownload(chunksOf(file), file.headers.get('content-disposition') ?? 'product-news-addresses.csv');
}
