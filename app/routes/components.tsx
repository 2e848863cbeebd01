/** The catalogue of components: every variant, in the current theme. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { FieldExamples, MovingExamples } from '../features/catalogue/interaction-examples';
import { PartExamples, TextExamples } from '../features/catalogue/display-examples';
import { StateExamples } from '../features/catalogue/state-examples';
import { stateExamples } from '../features/catalogue/states.server';
import { readForm } from '../forms/read-form.server';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';
import { errorResponse } from '../gateway/error-message.server';
import { allowAnonymous } from '../session/guards.server';
import { redirectWithToast } from '../session/toast.server';
import { Shell } from '../shell/shell';
import { loadShellOrNull } from '../shell/shell-data.server';
import { PageTitle } from '../ui/page-title';

export const meta = pageMeta({
  title: 'Components',
  description: 'Components of the dashboard.',
});

/** Toasts that the page can show, by kind. */
const liveToasts = {
  success: 'email_verification_requested',
  info: 'email_already_verified',
  warning: 'something_went_wrong',
} as const;

const LiveToast = z.object({ toast: z.string() });

export async function loader(args: LoaderFunctionArgs) {
  allowAnonymous(args);
  return { shell: await loadShellOrNull(args), states: stateExamples() };
}

export async function action(args: ActionFunctionArgs) {
  allowAnonymous(args);
  let form = await readForm(args.request, LiveToast);
  let wanted = Object.entries(liveToasts).find(([name]) => form.ok && name === form.value.toast);
  if (!wanted) throw errorResponse('request-not-valid');
  return redirectWithToast(paths.components(), wanted[1]);
}

export default function Components() {
  let { shell, states } = useLoaderData<typeof loader>();
  return (
    <Shell shell={shell}>
      <div className="flex flex-col gap-5">
        <PageTitle title="Components" description="Components of the dashboard. Switch the theme in the footer." />
        <PartExamples />
        <TextExamples />
        <StateExamples states={states} />
        <MovingExamples liveToasts={Object.keys(liveToasts)} />
        <FieldExamples />
      </div>
    </Shell>
  );
}
