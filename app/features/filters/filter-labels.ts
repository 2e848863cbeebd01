import { textKeys, type TextKey } from 'contract/analytics/filter-keys';
import type { FilterConditions, TextCondition, TextOperator } from 'contract/analytics/filters';
import { importanceLevel, stageLabels } from '../../text/labels';

export const filterKeyLabels: Record<TextKey, string> = {
  company_name: 'Company name',
  company_domain: 'Company domain',
  company_cloud_provider: 'Cloud provider',
  request_domain: 'Request domain',
  request_user_agent: 'User agent',
  request_referrer: 'Referrer',
  request_client: 'Client',
  request_client_version: 'Client version',
  request_runtime: 'Runtime',
  request_installer: 'Installer',
  request_arch: 'Architecture',
  request_libc: 'C library',
  request_ci_provider: 'CI provider',
  request_platform: 'Platform',
  request_version: 'Version',
  request_version_minor: 'Minor version',
  request_version_major: 'Major version',
  request_file_extension: 'File extension',
  request_origin_country: 'Country code',
  request_origin_state: 'State',
  request_origin_city: 'City',
  request_origin_zipcode: 'Postal code',
  request_origin_network: 'Network',
  request_audience: 'Audience',
  request_audience_reason: 'Audience reason',
  request_endpoint_id: 'Endpoint',
  request_origin_id: 'Origin',
  company_techstack: 'Company technology',
};

export const operatorLabels: Record<TextOperator, string> = {
  equals: 'is',
  'not-equals': 'is not',
  contains: 'contains',
  'does-not-contain': 'does not contain',
  'starts-with': 'starts with',
  'does-not-start-with': 'does not start with',
  'is-empty': 'is empty',
  'is-not-empty': 'is not empty',
};

/** One line per condition; `nameOf` formats a value. */
export function conditionTexts(
  filter: FilterConditions,
  nameOf: (value: string, key: TextKey) => string = (value) => `“${value}”`,
): string[] {
  let { company_confidence, company_funnelstage, artifact_importance, request_is_bot, request_do_not_track } = filter;
  let say = (name: string, { op, values }: TextCondition, key: TextKey | '' = '') => {
    let words = values.map((value) => (value === '' ? 'unknown' : key ? nameOf(value, key) : `“${value}”`));
    return `${name} ${operatorLabels[op]} ${words.join(' or ')}`.trim();
  };
  let words = textKeys.flatMap((key) => {
    let condition = filter[key];
    return condition ? [say(filterKeyLabels[key], condition, key)] : [];
  });
  for (let [name, condition] of Object.entries(filter.request_variables ?? {}))
    words.push(say(`Variable ${name}`, condition));
  if (company_confidence) words.push(`Company confidence is ${company_confidence.op}`);
  if (company_funnelstage) words.push(`Company stage is ${anyOf(company_funnelstage, (stage) => stageLabels[stage])}`);
  if (artifact_importance)
    words.push(`Importance is ${anyOf(artifact_importance, (level) => importanceLevel(level).label)}`);
  if (request_is_bot) words.push(request_is_bot.value ? 'Only suspected bots' : 'No suspected bots');
  if (request_do_not_track)
    words.push(request_do_not_track.value ? 'Only untracked requests' : 'No untracked requests');
  return words;
}

function anyOf<T>({ op, or = [] }: { op: T; or?: T[] | undefined }, nameOf: (one: T) => string): string {
  return [op, ...or].map(nameOf).join(' or ');
}
