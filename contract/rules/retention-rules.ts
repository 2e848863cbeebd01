/** The rule of the field for days that events are kept. */
import { rulesOf } from '../floor/rules';

export const retentionErrors = {
  'event-days-are-invalid': [422, 'Enter a whole number from 1 to 36500.'],
  'event-days-are-too-many': [422, 'This server keeps events for fewer days.'],
} as const;

export const eventDays = rulesOf(retentionErrors)({
  checks: [
    { code: 'event-days-are-invalid', pattern: '[1-9][0-9]{0,3}|[12][0-9]{4}|3[0-5][0-9]{3}|36[0-4][0-9]{2}|36500' },
  ],
});
