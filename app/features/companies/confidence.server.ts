/** How sure the match of an address with a company is, in words. */
import * as limits from 'contract/limits';
import type { BadgeColour } from '../../ui/badge';

interface Confidence {
  label: string;
  colour: BadgeColour;
  sentence: string;
}

/** `value` is 0 to 1; null where the source of the company gives none. */
export function confidenceOf(value: number | null): Confidence {
  if (value === null)
    return { label: 'Not known', colour: 'default', sentence: 'The source of the match does not say how sure it is.' };
  let percent = `${Math.round(value * 100)} %`;
  if (value < limits.lowConfidenceBelow)
    return { label: 'Low', colour: 'red', sentence: `${percent}: a guess, the address may belong to somebody else.` };
  if (value < limits.highConfidenceFrom)
    return { label: 'Medium', colour: 'yellow', sentence: `${percent}: the address probably belongs to this company.` };
  return { label: 'High', colour: 'green', sentence: `${percent}: the address belongs to this company.` };
}
