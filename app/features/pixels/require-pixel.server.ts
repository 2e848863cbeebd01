/** Who changes pixels: the guard of pages that do, in the words of pixels. */
import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from '@remix-run/node';
import { messageOf, statusOf } from 'contract/errors';
import { readRefusal } from '../../gateway-client.server';
import { requireChanger } from '../../roles.server';

/**
 * For owners and admins. Throws what `requireChanger` throws; an owner nobody knows is the pixel's.
 */
export function requirePixelChanger(args: LoaderFunctionArgs | ActionFunctionArgs): ReturnType<typeof requireChanger> {
  return requireChanger(args).catch(namingPixelOwner);
}

/** Throws a refusal on: where nobody knows the owner, it says that it is the pixel's. */
export async function namingPixelOwner(thrown: unknown): Promise<never> {
  if ((await readRefusal(thrown))?.code !== 'owner-not-found') throw thrown;
  let code = 'pixel-owner-not-found' as const;
  throw json({ code, message: messageOf(code) }, { status: statusOf(code) });
}
