/** The fields of a destination of alerts and reports. */
import * as limits from '../floor/limits';
import { atMost, rulesOf } from '../floor/rules';

const destinationNameMax = 60;

export const destinationErrors = {
  'webhook-address-is-invalid': [422, 'Enter a URL such as https://example.com/hook.'],
} as const;

const rule = rulesOf(destinationErrors);

export const destinationName = rule({ required: 'field-is-required', checks: [atMost(destinationNameMax)] });

/** An http or https address without name and password. */
export const webhookAddress = rule({
  required: 'field-is-required',
  checks: [atMost(limits.urlMax), { code: 'webhook-address-is-invalid', met: isWebAddress }],
});

function isWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  let { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && !username && !password;
}
