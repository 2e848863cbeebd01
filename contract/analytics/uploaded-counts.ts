/** Downloads by day that owners upload for a package, and their rules. */
import { z } from 'zod';
import type { ErrorCode } from '../rules/errors';
import { isDay } from '../rules/fields';

/** Days of a package's registry counts in one upload: eleven years. */
export const uploadedDaysMax = 4_000;

/** Before every registry. */
const firstDay = '2000-01-01';

export interface UploadedCount {
  day: string;
  downloads: number;
}

/** Checked by `faultyCount`: a schema for each of thousands of days would hold the event loop. */
export const UploadedCounts = z.custom<UploadedCount[]>(Array.isArray);
UploadedCounts._def.openapi = {
  metadata: {
    type: 'array',
    minItems: 1,
    maxItems: uploadedDaysMax,
    items: {
      type: 'object',
      properties: { day: { type: 'string', format: 'date' }, downloads: { type: 'integer', minimum: 0 } },
      required: ['day', 'downloads'],
    },
  },
};

export const uploadErrors = [
  'field-is-required',
  'too-many-registry-counts',
  'registry-count-is-invalid',
  'registry-count-day-is-out-of-range',
  'registry-count-day-is-repeated',
] as const satisfies ErrorCode[];

interface Fault {
  code: (typeof uploadErrors)[number];
  /** Of the entry that is wrong; undefined if it is their number. */
  index?: number;
}

/** The first fault; undefined if all may be stored. `today` is a UTC day. */
export function faultyCount(counts: readonly unknown[], today: string): Fault | undefined {
  if (counts.length === 0) return { code: 'field-is-required' };
  if (counts.length > uploadedDaysMax) return { code: 'too-many-registry-counts' };
  let seen = new Set<string>();
  for (let [index, count] of counts.entries()) {
    if (!isUploadedCount(count)) return { code: 'registry-count-is-invalid', index };
    if (count.day < firstDay || count.day > today) return { code: 'registry-count-day-is-out-of-range', index };
    if (seen.has(count.day)) return { code: 'registry-count-day-is-repeated', index };
    seen.add(count.day);
  }
  return undefined;
}

function isUploadedCount(value: unknown): value is UploadedCount {
  if (typeof value !== 'object' || value === null || !('day' in value && 'downloads' in value)) return false;
  let { day, downloads } = value;
  if (typeof day !== 'string' || typeof downloads !== 'number') return false;
  return isDay(day) && Number.isSafeInteger(downloads) && downloads >= 0;
}
