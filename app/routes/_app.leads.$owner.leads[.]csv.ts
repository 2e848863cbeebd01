/** /leads/[owner]/leads.csv: the leads of the list with the same parameters. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { leadsApi } from 'contract/companies/leads';
import { paths, settingsOf } from '../links/paths';
import { readLeadFilters, leadsApiQuery } from '../features/leads/leads.server';
import { readApiError, sendRoute } from '../gateway/gateway-client.server';
import { chunksOf, csvDownload } from '../http/csv.server';
import { requireOwner } from '../session/guards.server';
import { redirectWithToast } from '../session/toast.server';

export async function loader(args: LoaderFunctionArgs) {
  let { owner, username, session } = await requireOwner(args);
  let list = readLeadFilters(new URL(args.request.url));
  let given = { params: { owner }, query: leadsApiQuery(list) };
  return sendRoute(args.context, { token: session.token }, leadsApi.exportLeads, given).then(
    asFile,
    async (thrown: unknown) => {
      let said = await readApiError(thrown);
      if (said?.code !== 'permission-not-granted' && said?.code !== 'not-a-pro-member') throw thrown;
      return redirectWithToast(
        paths.settings(settingsOf(owner, username), 'lead-generation', list),
        'permission_not_granted',
      );
    },
  );
}

function asFile(file: Response): Response {
  return csvDownload(chunksOf(file), file.headers.get('content-disposition') ?? 'leads.csv');
}
