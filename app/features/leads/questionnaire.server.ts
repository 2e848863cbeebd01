/** Suggested answers, and saved answers as form values or text. */
import { FunnelStage } from 'contract/analytics/funnel-stages';
import { leadQuestionnaireApi, type Persona, type SavedLeadQuestionnaire } from 'contract/companies/lead-questionnaire';
import { env } from '../../config/env.server';
import type { Call } from '../../gateway/gateway-client.server';
import { stageLabels } from '../../text/labels';
import { formatCount } from '../../ui/numbers';
import { countryName } from '../../text/display-names.server';
import type { Option } from '../../forms/fields';

type ChoiceQuestion = 'company_sizes' | 'industries' | 'seniorities' | 'departments';

export type QuestionnairePageData = Awaited<ReturnType<typeof readQuestionnaire>>;

export async function readQuestionnaire(call: Call, owner: string, mayChange: boolean) {
  let params = { owner };
  let seesRestricted = env.flags.showRestrictedLeadGenerationAnswers && mayChange;
  let [questionnaire, restricted] = await Promise.all([
    call(leadQuestionnaireApi.getLeadQuestionnaire, { params }),
    seesRestricted ? call(leadQuestionnaireApi.getRestrictedLeadAnswers, { params }) : null,
  ]);
  let { updated_at, updated_by } = questionnaire;
  let withChoices = env.flags.showInputQuestionnaireChoices;
  return {
    owner,
    mayChange,
    saved: updated_at ? { at: updated_at, by: updated_by ?? '' } : null,
    stages: FunnelStage.options.map((value) => ({ value, label: stageLabels[value] })),
    values: valuesOf(questionnaire, withChoices),
    facts: factsOf(questionnaire),
    choices: withChoices ? choices : null,
    restricted: restricted && [
      { label: 'Budget', value: restricted.budget || 'Not answered' },
      { label: 'Size of a deal', value: restricted.deal_size || 'Not answered' },
      { label: 'Notes on your CRM', value: restricted.crm_notes || 'Not answered' },
    ],
  };
}

const sizes = [
  '1-10',
  '11-50',
  '51-250',
  '251-1000',
  '1001-5000',
  '5001-10000',
  '10001-50000',
  '50001-100000',
  '100001+',
];

const industries = [
  'Aerospace',
  'Automotive',
  'Banking',
  'Biotechnology',
  'Consulting',
  'Education',
  'Energy',
  'Gaming',
  'Government',
  'Healthcare',
  'Insurance',
  'Logistics',
  'Manufacturing',
  'Media',
  'Retail',
  'Semiconductors',
  'Software',
  'Telecommunications',
];

const seniorities = ['Executive', 'Vice president', 'Director', 'Head', 'Manager', 'Lead', 'Senior', 'Specialist'];

const departments = [
  'Engineering',
  'Operations',
  'Security',
  'Data',
  'Product',
  'Architecture',
  'Research',
  'Procurement',
];

/** Suggestions, with the flag; other answers are allowed. */
export const choices: Record<ChoiceQuestion, readonly Option[]> = {
  company_sizes: sizes.map((value) => ({ value, label: sizeLabel(value) })),
  industries: optionsOf(industries),
  seniorities: optionsOf(seniorities),
  departments: optionsOf(departments),
};

function sizeLabel(size: string): string {
  return size.replace(/\d+/g, (digits) => Number(digits).toLocaleString('en')).replace('-', '–');
}

function optionsOf(values: readonly string[]): Option[] {
  return values.map((value) => ({ value, label: value }));
}

type FormValues = Record<string, string | string[]>;

/** Answers that are not among the suggestions go into the text field. */
export function valuesOf(questionnaire: SavedLeadQuestionnaire, withChoices: boolean): FormValues {
  let choice = (field: string, question: ChoiceQuestion, answers: string[]): FormValues => {
    let offered = new Set(withChoices ? choices[question].map(({ value }) => value) : []);
    return {
      [`${field}_chosen`]: answers.filter((one) => offered.has(one)),
      [field]: answers.filter((one) => !offered.has(one)).join(', '),
    };
  };
  let { company_sizes, industries, countries, technologies, excluded_domains, personas, ...worth } = questionnaire;
  return {
    ...choice('company_sizes', 'company_sizes', company_sizes),
    ...choice('industries', 'industries', industries),
    countries: countries.map(countryName).join(', '),
    technologies: technologies.join(', '),
    excluded_domains: excluded_domains.join('\n'),
    ...Object.assign(
      {},
      ...personas.map((persona, i) => ({
        [`persona_${i + 1}_titles`]: persona.job_titles.join(', '),
        ...choice(`persona_${i + 1}_seniorities`, 'seniorities', persona.seniorities),
        ...choice(`persona_${i + 1}_departments`, 'departments', persona.departments),
        [`persona_${i + 1}_notes`]: persona.notes,
      })),
    ),
    min_confidence: worth.min_confidence,
    stages: worth.stages,
    active_days: String(worth.active_days),
    min_events: String(worth.min_events),
    report_to: worth.report_to,
  };
}

const confidenceWords = { any: 'Any', medium: 'Medium or high', high: 'High' };
const reportWords = { nobody: 'None', owners: 'Owners', admins: 'Owners and admins' };

/** For members, who can only read them. */
function factsOf(questionnaire: SavedLeadQuestionnaire) {
  let { personas, stages, active_days, min_events } = questionnaire;
  let any = (answers: string[], none = 'Any') => answers.join(', ') || none;
  return [
    { label: 'Company sizes', value: any(questionnaire.company_sizes.map(sizeLabel)) },
    { label: 'Industries', value: any(questionnaire.industries) },
    { label: 'Countries', value: any(questionnaire.countries.map(countryName)) },
    { label: 'Technologies', value: any(questionnaire.technologies) },
    { label: 'Skipped', value: any(questionnaire.excluded_domains, 'None') },
    ...personas.map((persona, i) => ({ label: `Persona ${i + 1}`, value: personaWords(persona) })),
    { label: 'Stages', value: any(stages.map((stage) => stageLabels[stage])) },
    { label: 'Confidence', value: confidenceWords[questionnaire.min_confidence] },
    { label: 'Activity', value: `${formatCount(min_events, 'event')} or more in ${formatCount(active_days, 'day')}` },
    { label: 'Weekly list', value: reportWords[questionnaire.report_to] },
  ];
}

function personaWords({ job_titles, seniorities, departments, notes }: Persona): string {
  return [job_titles, seniorities, departments, [notes]]
    .map((part) => part.filter(Boolean).join(', '))
    .filter(Boolean)
    .join(' · ');
}
