/** Schemas of the posted filter forms. */
import { FunnelStage } from 'contract/analytics/funnel-stages';
import { schemaOf } from 'contract/rules/fields';
import { takesNoValues, type TextKey, textKeys } from 'contract/analytics/filter-keys';
import { filtersApi, ConfidenceLevel, type SaveFilter, TextCondition, TextOperator } from 'contract/analytics/filters';
import { filterValue } from 'contract/rules/analytics-rules';
import { z } from 'zod';
import { readForm } from '../../forms/read-form.server';
import { filterName } from '../../text/field-rules';
import type { Call } from '../../gateway/gateway-client.server';
import { redirectWithToast } from '../../session/toast.server';
import { conditionRows } from './new-filter-form';
import { parseValueList } from './seen-values.server';

const AgentInput = z.object({ agent: schemaOf(filterValue) });

export const BotsInput = z.object({ filtered: z.enum(['yes', 'no']) });

const Blank = z.literal('').optional();

/** Save, or show the form again with one more row or with matches. */
const Press = z.enum(['save', 'preview', 'add']).default('save');

const fields = {
  press: Press,
  name: z.string().trim().default(''),
  confidence: ConfidenceLevel.or(Blank),
  stage: FunnelStage.or(Blank),
  bots: z.enum(['with', 'without', 'only']).default('with'),
};

/** The rows' fields depend on each other, so the whole form is checked below. */
const rows: Record<string, z.ZodUnknown> = Object.fromEntries(
  conditionRows.flatMap((row) => [`key_${row}`, `op_${row}`, `value_${row}`].map((name) => [name, z.unknown()])),
);

interface NewFilter {
  press: z.output<typeof Press>;
  filter: z.input<typeof SaveFilter>;
}

/** Rows without a key are dropped. Only saving requires a name. */
export const NewFilterInput = z
  .object(fields)
  .and(z.object(rows))
  .transform((given, context): NewFilter => {
    let { press } = given;
    if (press === 'add') return { press, filter: {} };
    let named = press === 'save' ? schemaOf(filterName).safeParse(given.name) : undefined;
    for (let { message } of named?.error?.issues ?? []) context.addIssue({ code: 'custom', message, path: ['name'] });
    let conditions: Partial<Record<TextKey, TextCondition>> = {};
    for (let row of conditionRows) {
      let [asked, how] = [given[`key_${row}`] || undefined, given[`op_${row}`] || 'equals'];
      if (asked === undefined) continue;
      let key = textKeys.find((known) => known === asked);
      let operator = TextOperator.safeParse(how);
      // Not sent by our form; an unintended condition would count wrongly.
      if (!key) context.addIssue({ code: 'custom', message: 'request-not-valid', path: [`key_${row}`] });
      if (!operator.success) context.addIssue({ code: 'custom', message: 'request-not-valid', path: [`op_${row}`] });
      if (!key || !operator.success) continue;
      let parsed = conditionIn(operator.data, given[`value_${row}`]);
      let problem = conditions[key] ? 'filter_key_twice' : parsed.success ? undefined : parsed.error.issues[0]?.message;
      if (problem) context.addIssue({ code: 'custom', message: problem, path: [`value_${row}`] });
      else if (parsed.success) conditions[key] = parsed.data;
    }
    let { name, confidence, stage, bots } = given;
    if (confidence) Object.assign(conditions, { company_confidence: { op: confidence } });
    if (stage) Object.assign(conditions, { company_funnelstage: { op: stage } });
    if (bots !== 'with') Object.assign(conditions, { request_is_bot: { value: bots === 'only' } });
    return { press, filter: { name, ...conditions } };
  });

export function conditionIn(operator: TextOperator, value: unknown) {
  let values = takesNoValues(operator) ? [] : parseValueList(String(value ?? ''));
  return TextCondition.safeParse({ op: operator, values });
}

/** Excludes a user agent from all counts, then redirects to `home`. */
export async function excludeAgent(request: Request, call: Call, owner: string, home: string): Promise<Response> {
  let form = await readForm(request, AgentInput);
  if (!form.ok) return form.reply;
  let { agent } = form.value;
  let body = { request_user_agent: { op: 'does-not-contain' as const, values: [agent] } };
  let made = await call(filtersApi.createFilter, { params: { owner }, query: { scope: 'global' }, body }).catch(
    form.refuse,
  );
  return made instanceof Response ? made : redirectWithToast(home, 'agent_excluded');
}
