/** …/badges: which numbers of a package are public, and the code that embeds them. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { badgesApi, BadgeKind } from 'contract/analytics/badges';
import { BadgeSnippets, BadgesForm } from '../features/badges/badges';
import { badgeSnippets, BadgesInput } from '../features/badges/badges.server';
import { packageHandle } from '../shell/breadcrumbs';
import { requirePackageChanger } from '../features/packages/require-package.server';
import { readForm } from '../forms/read-form.server';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';
import { redirectWithToast } from '../session/toast.server';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

export const meta = pageMeta(({ params }) => ({
  title: `Badges of ${params.packageName}`,
  description: 'Choose public badges for your README.',
}));
export const handle = packageHandle('Badges');

export async function loader(args: LoaderFunctionArgs) {
  let { call, item, params } = await requirePackageChanger(args);
  let { on } = await call(badgesApi.getPackageBadges, { params });
  return { badges: badgeSnippets(item.id, on, args.request.url) };
}

export async function action(args: ActionFunctionArgs) {
  let { call, item, params } = await requirePackageChanger(args);
  let form = await readForm(args.request, BadgesInput);
  if (!form.ok) return form.reply;
  let { value } = form;
  let on = BadgeKind.options.filter((kind) => value[kind]);
  let saved = await call(badgesApi.setPackageBadges, { params, body: { on } }).catch(form.refuse);
  if (saved instanceof Response) return saved;
  return redirectWithToast(paths.packageBadges(item.owner, item.type, item.name), 'package_updated');
}

export default function BadgesPage() {
  let { badges } = useLoaderData<typeof loader>();
  let refused = useActionData<typeof action>();
  return (
    <Stack narrow>
      <PageTitle
        title="Badges"
        description={
          <>
            Pictures for a README.{' '}
            <Link to={paths.docs('badges')} className="text-accent underline">
              What badges show
            </Link>
          </>
        }
      />
      <BadgesForm badges={badges} lastResult={refused?.lastResult} />
      <BadgeSnippets badges={badges.filter(({ isOn }) => isOn)} />
    </Stack>
  );
}
