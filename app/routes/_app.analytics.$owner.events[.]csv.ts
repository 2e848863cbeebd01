/** /analytics/:owner/events.csv: the raw events behind the report of the same address. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { readRange } from '../features/date-range/range.server';
import { knownArtifacts, readChoice, selectionOf } from '../features/insights/choice.server';
import { eventFile } from '../features/insights/event-file.server';
import { readRefusal } from '../gateway-client.server';
import { paths } from '../paths';
import { redirect } from '../redirects.server';
import { requireOwner } from '../session/guards.server';
import { redirectWithToast } from '../session/toast.server';

export async function loader(args: LoaderFunctionArgs) {
  let { call, owner, session } = await requireOwner(args);
  let query = new URL(args.request.url).searchParams;
  let report = `${paths.analytics(owner)}?${query.toString()}`;
  let { range } = readRange(query, Date.now());
  if (!range) return redirect(report);
  let known = await knownArtifacts(call, owner);
  let selection = selectionOf(readChoice(query, known), known);
  let request = { context: args.context, token: session.token, owner, days: range.days, selection };
  let file = await eventFile(request).catch(async (thrown: unknown) => {
    let said = await readRefusal(thrown);
    if (said?.code !== 'permission-not-granted' && said?.code !== 'not-a-pro-member') throw thrown;
    return redirectWithToast(report, 'permission_not_granted');
  });
  return file ?? redirect(report);
}
