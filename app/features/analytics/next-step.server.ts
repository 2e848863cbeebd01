/** Next step on pages without events. */
import { wholeDays } from 'contract/analytics/asked-time';
import * as limits from 'contract/floor/limits';
import { addDays } from 'contract/floor/days';
import { createAggregateQuery, allArtifacts } from './aggregate-query.server';
import { readFirstStep } from './home.server';
import { paths } from '../../links/paths';
import { mayChange, shownRole } from '../../session/roles.server';
import type { SignedIn } from '../../session/guards.server';
import { localDay } from '../../session/reader.server';
import type { NextStepContent } from '../../ui/empty-state';

/** Null if the owner has events. */
export async function readNextStep(signedIn: SignedIn, owner: string): Promise<NextStepContent | null> {
  let { call } = signedIn;
  let today = localDay(Date.now());
  let time = wholeDays({ from: addDays(today, 1 - limits.yearDays), to: today });
  if ((await createAggregateQuery(call, owner, allArtifacts)({ time, uniques: 'none' })).length > 0) return null;
  let first = await readFirstStep(call, owner);
  if (first?.isPixel)
    return {
      title: 'No page views yet',
      text: 'Paste the snippet into your pages to start collecting data.',
      command: first.command,
    };
  if (first)
    return {
      title: 'No downloads yet',
      text: 'Share your install command to start collecting data.',
      command: first.command,
    };
  let text = 'Create a package to start counting downloads.';
  let mayCreate = mayChange(await shownRole(signedIn, owner));
  return {
    title: 'No downloads yet',
    text,
    ...(mayCreate && { to: paths.newPackage(owner), label: 'Create a package' }),
  };
}
