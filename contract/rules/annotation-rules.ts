/** The fields of an annotation. */
import { atMost, rulesOf } from '../floor/rules';

export const annotationErrors = {
  'annotation-day-is-invalid': [422, 'Enter a date such as 2026-11-23.'],
} as const;

const rule = rulesOf(annotationErrors);

const textMax = 140;

export const annotationText = rule({ required: 'field-is-required', checks: [atMost(textMax)] });

/** A day of this century; whether its month has it is left to the schema. */
export const annotationDay = rule({
  required: 'annotation-day-is-invalid',
  checks: [{ code: 'annotation-day-is-invalid', pattern: String.raw`20\d{2}-[01]\d-[0-3]\d` }],
});
