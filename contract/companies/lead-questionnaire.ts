/**
 * The questionnaire of lead generation: which companies an owner looks for, and who gets the weekly
 * list.
 */
import { z } from 'zod';
import { CompanyParams } from './companies';
import { FunnelStage } from '../analytics/funnel-stages';
import { DomainName, optionalText, text } from '../rules/fields';
import { confidenceLevels } from '../analytics/filter-keys';
import * as limits from '../floor/limits';
import { route } from '../rules/route';

const leadAnswerMax = 100;

function answers<T extends z.ZodType<string, z.ZodTypeDef, string>>(item: T) {
  return z
    .array(item)
    .max(limits.leadAnswersMax, 'too-many-answers')
    .default([])
    .transform((list) => [...new Set(list)]);
}

const Answer = text(leadAnswerMax);
const LongAnswer = optionalText(limits.descriptionMax).transform((v) => v ?? '');

/** People in a company: `11-50`, or `1000+`. */
export const CompanySize = z
  .string()
  .regex(/^\d{1,9}(-\d{1,9}|\+)$/, 'company-size-is-invalid')
  .refine((v) => {
    let [from, to] = v.split('-').map(Number.parseFloat);
    return to === undefined || from! <= to;
  }, 'company-size-is-invalid');

/** ISO 3166-1 alpha-2. */
const CountryCode = z.string().regex(/^[A-Z]{2}$/, 'country-is-not-known');

/** A person to talk to in a company that is a lead. */
export const Persona = z.object({
  job_titles: answers(Answer),
  seniorities: answers(Answer),
  departments: answers(Answer),
  notes: LongAnswer,
});
export type Persona = z.output<typeof Persona>;

const [, ...certainLevels] = confidenceLevels;

/** Minimum confidence of a match: `any`, or a level. */
export const MinConfidence = z.enum(['any', ...certainLevels]);

/**
 * Who is sent the weekly list: no one, the owners, or the owners and admins of the organization.
 */
export const reportReaders = ['nobody', 'owners', 'admins'] as const;

const questionnaire = {
  /** The ideal customer. An empty list sets no condition. */
  company_sizes: answers(CompanySize),
  industries: answers(Answer),
  countries: answers(CountryCode),
  technologies: answers(Answer),
  /** These domains and their subdomains are never leads. */
  excluded_domains: answers(DomainName),
  personas: z.array(Persona).max(limits.personasMax, 'too-many-answers').default([]),
  min_confidence: MinConfidence.default('medium'),
  stages: z
    .array(FunnelStage)
    .min(1, 'field-is-required')
    .default(['investigation', 'experimentation', 'ongoing-usage']),
  active_days: z.number().int().min(1, 'days-are-invalid').max(limits.yearDays, 'days-are-invalid').default(30),
  min_events: z.number().int().min(1, 'number-is-invalid').max(1_000_000, 'number-is-invalid').default(1),
  report_to: z.enum(reportReaders).default('nobody'),
};

export const LeadQuestionnaire = z.object(questionnaire);
export type LeadQuestionnaire = z.output<typeof LeadQuestionnaire>;

/** When and by whom answers were last saved; null before the first time. */
const saved = { updated_at: z.string().datetime().nullable(), updated_by: z.string().nullable() };

export const SavedLeadQuestionnaire = z.object({ ...questionnaire, ...saved });
export type SavedLeadQuestionnaire = z.output<typeof SavedLeadQuestionnaire>;

const restricted = { budget: LongAnswer, deal_size: LongAnswer, crm_notes: LongAnswer };

/** Answers about money and the CRM, for owners and admins only. */
export const RestrictedLeadAnswers = z.object(restricted);
export type RestrictedLeadAnswers = z.output<typeof RestrictedLeadAnswers>;

const leads = { tag: 'Leads', params: CompanyParams.pick({ owner: true }) } as const;
const questionnairePath = '/internal/lead-generation/{owner}';
const restrictedPath = '/internal/lead-generation/{owner}/restricted-answers';

export const leadQuestionnaireApi = {
  getLeadQuestionnaire: route({
    ...leads,
    id: 'getLeadQuestionnaire',
    method: 'GET',
    path: questionnairePath,
    summary: 'Get the lead questionnaire; defaults before the first save',
    access: 'read',
    answer: SavedLeadQuestionnaire,
    errors: ['owner-not-found'],
  }),

  saveLeadQuestionnaire: route({
    ...leads,
    id: 'saveLeadQuestionnaire',
    method: 'PUT',
    path: questionnairePath,
    summary: 'Update the lead questionnaire; applies immediately',
    access: 'write',
    body: LeadQuestionnaire,
    answer: SavedLeadQuestionnaire,
    errors: [
      'owner-not-found',
      'field-is-required',
      'field-is-too-long',
      'too-many-answers',
      'company-size-is-invalid',
      'country-is-not-known',
      'domain-has-invalid-characters',
      'days-are-invalid',
      'number-is-invalid',
    ],
  }),

  getRestrictedLeadAnswers: route({
    ...leads,
    id: 'getRestrictedLeadAnswers',
    method: 'GET',
    path: restrictedPath,
    summary: 'Get budget, deal size and CRM notes',
    access: 'write',
    answer: z.object({ ...restricted, ...saved }),
    errors: ['owner-not-found'],
  }),

  saveRestrictedLeadAnswers: route({
    ...leads,
    id: 'saveRestrictedLeadAnswers',
    method: 'PUT',
    path: restrictedPath,
    summary: 'Update the answers that only owners and admins see',
    access: 'write',
    body: RestrictedLeadAnswers,
    answer: z.object({ ...restricted, ...saved }),
    errors: ['owner-not-found', 'field-is-too-long'],
  }),
};
