/** The posted forms of filters: what a form can send, as the contract's conditions. */
import { filterValue } from 'contract/insight-rules';
import { schemaOf } from 'contract/fields';
import { textKeys, type TextKey } from 'contract/filter-keys';
import { ConfidenceLevel, type SaveFilter, takesNoValues, TextCondition, TextOperator } from 'contract/filters';
import { z } from 'zod';
import { filterName } from '../../forms/rules';
import { conditionRows } from './rows';

export const AgentForm = z.object({ agent: schemaOf(filterValue) });

export const BotsForm = z.object({ filtered: z.enum(['yes', 'no']) });

const Blank = z.literal('').optional();

const fields = {
  name: schemaOf(filterName),
  confidence: ConfidenceLevel.or(Blank),
  bots: z.enum(['with', 'without', 'only']).default('with'),
};

/** Rows without a choice of what to look at are left out; several values of a row stand with commas between. */
export const NewFilterForm = z
  .object(fields)
  .passthrough()
  .transform((given, context): z.input<typeof SaveFilter> => {
    let conditions: Partial<Record<TextKey, TextCondition>> = {};
    for (let row of conditionRows) {
      let key = textKeys.find((known) => known === given[`key_${row}`]);
      if (!key) continue;
      let parsed = conditionIn(given[`op_${row}`], given[`value_${row}`]);
      let problem = conditions[key] ? 'filter_key_twice' : parsed.success ? undefined : parsed.error.issues[0]?.message;
      if (problem) context.addIssue({ code: 'custom', message: problem, path: [`value_${row}`] });
      else if (parsed.success) conditions[key] = parsed.data;
    }
    let { name, confidence, bots } = given;
    if (confidence) Object.assign(conditions, { company_confidence: { op: confidence } });
    if (bots !== 'with') Object.assign(conditions, { request_is_bot: { value: bots === 'only' } });
    return { name, ...conditions };
  });

function conditionIn(op: unknown, value: unknown) {
  let operator = TextOperator.catch('equals').parse(op);
  let values = String(value ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);
  return TextCondition.safeParse({ op: operator, values: takesNoValues(operator) ? [] : values });
}
