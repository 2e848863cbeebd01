/** /api/[operation]: one call of the API, public; signed-in people can try what only reads. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { ApiOperation } from '../features/api-reference/operation-page';
import { curlCommand } from '../features/api-reference/try-request.server';
import { operationNamed } from '../features/api-reference/operations.server';
import { missingParameters, tryOperation, parameterValuesIn } from '../features/api-reference/try-request.server';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';
import { allowAnonymous } from '../session/guards.server';
import type { PageHandle } from '../shell/page-handle';
import { Shell } from '../shell/shell';
import { loadShellOrNull } from '../shell/shell-data.server';

export const handle: PageHandle = { scripts: false };
export const meta = pageMeta<Awaited<ReturnType<typeof loader>>>(({ data }) => ({
  title: data ? `${data.operation.summary} (API)` : 'API',
  description: data ? `${data.operation.method} ${data.operation.path}` : 'An API call.',
  indexed: true,
}));

export async function loader(args: LoaderFunctionArgs) {
  let { session } = allowAnonymous(args);
  let operation = operationNamed(args.params.operation ?? '');
  if (!operation) throw new Response(null, { status: 404 });
  let { pathname, searchParams } = new URL(args.request.url);
  let shell = await loadShellOrNull(args);
  let typed = parameterValuesIn(searchParams, operation, shell?.owner.context ?? '');
  let isCalled = searchParams.has('try') && operation.canBeTried && shell !== null;
  let missing = isCalled ? missingParameters(operation, typed) : [];
  return {
    shell,
    operation,
    typed,
    missing,
    tried:
      isCalled && session && missing.length === 0 ? await tryOperation(args.context, session, operation, typed) : null,
    curl: curlCommand(operation, typed),
    signIn: shell ? null : paths.login(pathname),
  };
}

export default function ApiOperationPage() {
  let { shell, ...page } = useLoaderData<typeof loader>();
  return (
    <Shell shell={shell}>
      <ApiOperation {...page} />
    </Shell>
  );
}
