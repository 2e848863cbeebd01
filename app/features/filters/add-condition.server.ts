/** A condition of one report, as its form is sent: `?key=…&op=…&value=…`. */
import { textKeys, type TextKey } from 'contract/analytics/filter-keys';
import { TextOperator } from 'contract/analytics/filters';
import { z } from 'zod';
import { NextPath } from '../../forms/read-form.server';
import { withQuery } from '../../links/paths.server';
import { sentenceOfIssue } from '../../text/messages';
import { conditionsId } from '../../ui/chips';
import { withConditions } from './conditions.server';
import { conditionIn } from './filter-forms.server';
import type { SeenValues } from './seen-values.server';

const AskedCondition = z.object({
  /** The report. */
  next: NextPath,
  /** Its package; empty for all. */
  package: z.string().uuid().or(z.literal('')).catch(''),
  key: z
    .string()
    .catch('')
    .transform((text): TextKey | '' => textKeys.find((key) => key === text) ?? ''),
  op: TextOperator.catch('equals'),
  value: z.string().trim().catch(''),
});
type AskedCondition = z.output<typeof AskedCondition>;

export function readAskedCondition(query: URLSearchParams): AskedCondition {
  return AskedCondition.parse(Object.fromEntries(query));
}

/** The report with the condition, or what is wrong with it; neither while it has no value. */
export function reportWith(
  { next, key, op, value }: AskedCondition,
  seen: SeenValues,
): { to?: string; error?: string } {
  let condition = conditionIn(op, value);
  if (!key || (!condition.success && value === '')) return {};
  if (!condition.success) return { error: sentenceOfIssue(condition.error.issues[0]?.message ?? '') };
  let named = condition.data.values.map((text) => `${key}:${op}:${valueOf(text, seen[key])}`);
  let where = withConditions(
    new URLSearchParams(next.split(/(?=\?)/)[1]).getAll('where'),
    named.length > 0 ? named : [`${key}:${op}`],
  );
  return { to: `${withQuery(next, { where, page: [] })}#${conditionsId}` };
}

/** `DE`, which people call Germany. */
function valueOf(text: string, seen: SeenValues[string] = []): string {
  return seen.find(({ label }) => label.toLowerCase() === text.toLowerCase())?.value ?? text;
}
