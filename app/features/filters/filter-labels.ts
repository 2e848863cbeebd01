/** Labels of filters: fields and operators. */
import { textKeys, type TextKey } from 'contract/filter-keys';
import type { Filter, TextOperator } from 'contract/filters';
import { stageLabels } from '../../labels';

export const keyWords: Record<TextKey, string> = {
  company_name: 'Company name',
  company_domain: 'Company domain',
  company_cloud_provider: 'Cloud provider',
  request_domain: 'Request domain',
  request_user_agent: 'User agent',
  request_referrer: 'Referrer',
  request_platform: 'Platform',
  request_version: 'Version',
  request_file_extension: 'File extension',
  request_origin_country: 'Country code',
  request_origin_state: 'State',
  request_origin_city: 'City',
  request_origin_zipcode: 'Postal code',
  request_origin_network: 'Network',
  request_audience: 'Audience',
  request_audience_reason: 'Reason for the audience',
  company_techstack: 'Technology of the company',
};

export const operatorWords: Record<TextOperator, string> = {
  equals: 'is',
  'not-equals': 'is not',
  contains: 'contains',
  'does-not-contain': 'does not contain',
  'starts-with': 'starts with',
  'does-not-start-with': 'does not start with',
  'is-empty': 'is empty',
  'is-not-empty': 'is not empty',
};

/** The conditions of a filter, one line each. */
export function conditionWords(filter: Filter): string[] {
  let { company_confidence, company_funnelstage, request_is_bot, request_do_not_track } = filter;
  let words = textKeys.flatMap((key) => {
    let condition = filter[key];
    if (!condition) return [];
    let values = condition.values.map((value) => `“${value}”`).join(' or ');
    return [`${keyWords[key]} ${operatorWords[condition.op]} ${values}`.trim()];
  });
  if (company_confidence) words.push(`Confidence of the company is ${company_confidence.op}`);
  if (company_funnelstage) words.push(`Stage of the company is ${stageLabels[company_funnelstage.op]}`);
  if (request_is_bot) words.push(request_is_bot.value ? 'Only suspected bots' : 'No suspected bots');
  if (request_do_not_track)
    words.push(request_do_not_track.value ? 'Only untracked requests' : 'No untracked requests');
  return words;
}
