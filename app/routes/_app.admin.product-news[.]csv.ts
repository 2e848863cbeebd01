/** /admin/product-news.csv: the addresses of people who asked for product news. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { emailPreferencesApi } from 'contract/accounts/email-preferences';
import { sendRoute } from '../gateway/gateway-client.server';
import { requireAdmin } from '../session/guards.server';
import { actedAs } from '../session/session';

export async function loader(args: LoaderFunctionArgs) {
  let { session } = await requireAdmin(args);
  let { body, headers } = await sendRoute(
    args.context,
    { token: session.token, actingAs: actedAs(session) },
    emailPreferencesApi.exportProductNewsAddresses,
    {},
  );
  return new Response(body, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'cache-control': 'no-store',
      'content-disposition': headers.get('content-disposition') ?? 'attachment; filename="product-news-addresses.csv"',
    },
  });
}
