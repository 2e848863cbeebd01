/** /account/github: the way to GitHub, to link the account the person comes back with. Only a post begins it, so no link from elsewhere does. */
import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData } from '@remix-run/react';
import { accountHandle } from '../features/account/crumbs';
import { ContinueToGithub, LinkForm } from '../features/account/github-card';
import { requireAccount } from '../features/account/own.server';
import { pageMeta } from '../meta';
import { paths } from '../paths';
import { leaveForGithub } from '../session/github.server';
import { redirectWithToast } from '../session/toast.server';
import { Card } from '../ui/card';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

export const meta = pageMeta({ title: 'Link GitHub' });
export const handle = accountHandle('Link GitHub');

export async function loader(args: LoaderFunctionArgs) {
  await requireAccount(args);
  return null;
}

export async function action(args: ActionFunctionArgs) {
  await requireAccount(args);
  let leaving = await leaveForGithub(args.request, paths.githubLinkCallback());
  let url = leaving?.headers.get('location');
  if (!leaving || !url) return redirectWithToast(paths.accountSecurity(), 'github_not_linked');
  leaving.headers.delete('location');
  return json({ url }, { headers: leaving.headers });
}

export default function LinkGithubPage() {
  let answer = useActionData<typeof action>();
  return (
    <Stack narrow>
      <PageTitle title="Link GitHub" />
      <Card>{answer ? <ContinueToGithub url={answer.url} /> : <LinkForm />}</Card>
    </Stack>
  );
}
