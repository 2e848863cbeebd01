/**
 * /subscription-info?owner=: days left of an owner's trial, for the badge of a page that stays
 * open.
 */
import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { currentOwner } from '../session/context.server';
import { requireSession } from '../session/guards.server';
import { trialDays } from '../shell/subscription.server';

export async function loader(args: LoaderFunctionArgs) {
  let signedIn = await requireSession(args);
  let owner = new URL(args.request.url).searchParams.get('owner') || (await currentOwner(signedIn));
  return json({ trialDays: await trialDays(signedIn, owner) }, { headers: { 'cache-control': 'no-store' } });
}
