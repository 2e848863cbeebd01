/** /packages/[owner]/management: moves many docker packages to another backend registry at once. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { moveFormBytesMax } from 'contract/floor/limits';
import { registryMovesApi } from 'contract/packages/registry-moves';
import { docker } from 'contract/packages/package-types/docker';
import { MovableList, MoveForm, MovePreview } from '../features/packages/registry-move-form';
import {
  moveRequest,
  MoveInput,
  type MoveReply,
  readMovables,
  replyWithPlan,
} from '../features/packages/registry-move.server';
import { PackagesTabs } from '../features/packages/overview';
import { readForm } from '../forms/read-form.server';
import { markCacheable } from '../session/response-cache.server';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';
import { mayChange, shownRole, requireManagerRole } from '../session/roles.server';
import { requireOwner } from '../session/guards.server';
import { redirectWithToast } from '../session/toast.server';
import type { PageHandle } from '../shell/page-handle';
import { LinkButton } from '../ui/button';
import { Card } from '../ui/card';
import { EmptyState } from '../ui/empty-state';
import { PackageIcon } from '../ui/package-icon';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

export const meta = pageMeta({
  title: 'Move to another registry',
  description: 'Move Docker packages and collections to another registry together.',
});
export const handle: PageHandle = {
  breadcrumb: ({ params }) => [
    { label: 'Packages', to: paths.packages(params.owner ?? '') },
    { label: 'Move to another registry' },
  ],
};

export async function loader(args: LoaderFunctionArgs) {
  let signedIn = await requireOwner(args);
  markCacheable(args.context);
  let { call, owner } = signedIn;
  let [movables, role] = await Promise.all([readMovables(call, owner), shownRole(signedIn, owner)]);
  return { owner, movables, mayChange: mayChange(role) };
}

export async function action(args: ActionFunctionArgs) {
  let { call, owner } = await requireManagerRole(args);
  let form = await readForm(args.request, MoveInput, { button: 'preview', bytesMax: moveFormBytesMax });
  if (!form.ok) return form.reply;
  let { which, package_ids, collection_ids } = form.value;
  if (which === 'chosen' && package_ids.length + collection_ids.length === 0) return form.reject('', 'nothing_chosen');
  if (form.isPressed) return replyWithPlan(call, owner, form);
  let moved = await call(registryMovesApi.moveRegistry, { params: { owner }, body: moveRequest(form.value) }).catch(
    form.refuse,
  );
  return moved instanceof Response ? moved : redirectWithToast(paths.packagesManagement(owner), 'registry_changed');
}

export default function PackagesManagementPage() {
  let { owner, movables, mayChange } = useLoaderData<typeof loader>();
  let answer = useActionData<typeof action>() as MoveReply | undefined;
  let registry = answer?.lastResult.initialValue?.backend_registry;
  return (
    <Stack>
      <PageTitle title="Move to another registry" description="Change the registry of several Docker packages." />
      <PackagesTabs owner={owner} />
      {movables.length === 0 && (
        <EmptyState
          title="No docker packages yet"
          icon={<PackageIcon type={docker.name} decorative className="size-10" />}
          action={
            mayChange && <LinkButton to={paths.newPackage(owner, docker.name)}>Create a docker package</LinkButton>
          }
        >
          Move Docker packages and collections to another registry together.
        </EmptyState>
      )}
      {movables.length > 0 && !mayChange && (
        <Card title="Docker packages" description="Owners and admins can move them to another registry here." flush>
          <MovableList movables={movables} />
        </Card>
      )}
      {movables.length > 0 && mayChange && (
        <Card title="Change backend registry">
          <MoveForm
            key={movables.map((each) => each.registry).join()}
            movables={movables}
            lastResult={answer?.lastResult}
          />
        </Card>
      )}
      {answer?.plan && mayChange && (
        <MovePreview plan={answer.plan} registry={typeof registry === 'string' ? registry.trim().toLowerCase() : ''} />
      )}
    </Stack>
  );
}
