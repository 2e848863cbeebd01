/** /companies/[owner]/[companyDomain]/events.csv: the events of a company of the last 366 days. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { exportEntityCompanyEvents } from 'contract/companies';
import { journeyDays } from '../features/companies/details.server';
import { readRefusal, sendRoute } from '../gateway-client.server';
import { paths } from '../paths';
import { requireOwner } from '../session/guards.server';
import { redirectWithToast } from '../session/toast.server';

export async function loader(args: LoaderFunctionArgs) {
  let { owner, session } = await requireOwner(args);
  let domain = args.params.companyDomain ?? '';
  let { from, to } = journeyDays(Date.now());
  let given = { params: { owner, domain }, query: { start_date: from, end_date: to } };
  return sendRoute(args.context, session.token, exportEntityCompanyEvents, given).then(
    asFile,
    async (thrown: unknown) => {
      let said = await readRefusal(thrown);
      if (said?.code !== 'permission-not-granted' && said?.code !== 'not-a-pro-member') throw thrown;
      return redirectWithToast(paths.company(owner, domain), 'permission_not_granted');
    },
  );
}

function asFile({ body, headers }: Response): Response {
  return new Response(body, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'cache-control': 'no-store',
      'content-disposition': headers.get('content-disposition') ?? 'attachment; filename="events.csv"',
    },
  });
}
