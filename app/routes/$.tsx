/**
 * Unknown addresses: status 404 inside the shell. A visitor at a private address signs in first.
 */
import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { allowAnonymous, signedInOnPrivateAddress } from '../session/guards.server';
import { NotFoundPage, notFoundMeta } from '../shell/not-found';
import { loadShellOrNull } from '../shell/shell-data.server';

export const meta = notFoundMeta;

export async function loader(args: LoaderFunctionArgs) {
  allowAnonymous(args);
  await signedInOnPrivateAddress(args);
  return json(await loadShellOrNull(args), { status: 404 });
}

export default function NotFound() {
  return <NotFoundPage shell={useLoaderData<typeof loader>()} />;
}
