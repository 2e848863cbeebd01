/** …/fallbacks: where downloads go while the registry of a package is away or limits requests. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { fallbackTargetsApi } from 'contract/packages/fallback-targets';
import * as limits from 'contract/floor/limits';
import { z } from 'zod';
import { AlertBell } from '../features/alerts/alert-bell';
import { FallbackForm, fallbackTexts, FallbackUse, TargetStates } from '../features/packages/fallbacks';
import { requirePackageChanger } from '../features/packages/require-package.server';
import { readForm } from '../forms/read-form.server';
import { paths } from '../links/paths';
import { redirectWithToast } from '../session/toast.server';
import { packageHandle } from '../shell/breadcrumbs';
import { pageMeta } from '../shell/meta';
import { Card } from '../ui/card';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

export const meta = pageMeta(({ params }) => ({
  title: `Fallbacks of ${params.packageName}`,
  description: 'Where downloads go while a registry is down or limits requests.',
}));
export const handle = packageHandle('Fallbacks');

const Typed = z.object({
  targets: z
    .string()
    .max(limits.urlMax * limits.fallbackTargetsMax)
    .default('')
    .transform((text) => text.split(/[\s,]+/).filter(Boolean)),
});

export async function loader(args: LoaderFunctionArgs) {
  let { call, item, params, isShared } = await requirePackageChanger(args);
  let found = await call(fallbackTargetsApi.getFallbackTargets, { params });
  // Members of the package alone have no alerts of its owner.
  return { item, found, bellOf: !isShared && found.targets.length > 0 ? item.id : null };
}

export async function action(args: ActionFunctionArgs) {
  let { call, owner, item, params } = await requirePackageChanger(args);
  let form = await readForm(args.request, Typed);
  if (!form.ok) return form.reply;
  let saved = await call(fallbackTargetsApi.setFallbackTargets, { params, body: form.value }).catch(form.refuse);
  if (saved instanceof Response) return saved;
  return redirectWithToast(paths.packageFallbacks(owner, item.type, item.name), 'fallbacks_saved');
}

export default function FallbacksPage() {
  let { item, found, bellOf } = useLoaderData<typeof loader>();
  let refused = useActionData<typeof action>();
  let texts = fallbackTexts(item.type);
  return (
    <Stack narrow>
      <PageTitle
        title="Fallbacks"
        description={
          <>
            Where downloads go while {found.first[0] ?? (item.type === 'file' ? 'the usual host' : 'the registry')} does
            not answer or limits requests.{' '}
            <Link to={`${paths.docs('domains')}#fallbacks`} className="text-accent underline">
              How it works
            </Link>
          </>
        }
      />
      <FallbackUse found={found} />
      <TargetStates
        found={found}
        texts={texts}
        bell={bellOf && <AlertBell owner={item.owner} packageId={bellOf} presets={['target-away']} />}
      />
      <Card title="Targets">
        <FallbackForm
          key={found.targets.join()}
          targets={found.targets}
          texts={texts}
          lastResult={refused?.lastResult}
        />
      </Card>
    </Stack>
  );
}
