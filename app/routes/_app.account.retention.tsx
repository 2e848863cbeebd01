/** /account/retention: how many days a person's events are kept. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { accountHandle } from '../shell/breadcrumbs';
import { requireAccount } from '../features/account/require-account.server';
import { RetentionPage } from '../features/retention/retention-page';
import { retentionPage, saveRetention } from '../features/retention/retention.server';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';

export const meta = pageMeta({
  title: 'How long events are kept',
  description: 'Days that events of your own packages and pixels are kept before they are deleted.',
});
export const handle = accountHandle('Event retention');

export async function loader(args: LoaderFunctionArgs) {
  let { call, username } = await requireAccount(args);
  return retentionPage(call, username);
}

export async function action(args: ActionFunctionArgs) {
  let { call, username } = await requireAccount(args);
  return saveRetention(args, call, username, paths.account());
}

export default RetentionPage;
