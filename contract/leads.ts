/**
 * Lead generation: an owner's questionnaire about its customers, and the companies behind its
 * events that qualify as leads.
 */
import { z } from 'zod';
import { CompanyParams, FunnelStage } from './companies';
import { Day, DomainName, optionalText, text } from './fields';
import { confidenceLevels } from './filter-keys';
import * as limits from './limits';
import { listOf, PageQuery, pageOf, route } from './route';

/** A list of answers without duplicates. */
function answers<T extends z.ZodType<string, z.ZodTypeDef, string>>(item: T) {
  return z
    .array(item)
    .max(limits.leadAnswersMax, 'too-many-answers')
    .default([])
    .transform((list) => [...new Set(list)]);
}

const Answer = text(limits.leadAnswerMax);
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

/** Minimum confidence of a match: `any`, or a level. */
export const MinConfidence = z.enum(['any', ...confidenceLevels.slice(1)] as ['any', 'medium', 'high']);

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
  /** What qualifies a company as a lead. */
  min_confidence: MinConfidence.default('medium'),
  stages: z
    .array(FunnelStage)
    .min(1, 'field-is-required')
    .default(['investigation', 'experimentation', 'ongoing-usage']),
  active_days: z
    .number()
    .int()
    .min(1, 'days-are-invalid')
    .max(limits.aggregationDaysMax, 'days-are-invalid')
    .default(30),
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

const profileQuestions = ['country', 'size', 'industry', 'technologies'] as const;

/** A qualified lead. Counts are those of the last `active_days` days; unknown values are empty. */
export const Lead = z.object({
  /** Its domain, or its name where it has no domain. */
  company: z.string(),
  company_name: z.string(),
  company_domain: z.string(),
  /** Where it was last seen. */
  company_country: z.string(),
  company_state: z.string(),
  /** From the data provider. */
  company_city: z.string(),
  company_size: z.string(),
  company_industry: z.string(),
  company_linkedin_url: z.string(),
  funnel_stage: FunnelStage,
  /** 0 to 1, of its best match; null where the source gives none. */
  confidence: z.number().nullable(),
  total_events: z.number().int(),
  total_downloads: z.number().int(),
  total_views: z.number().int(),
  unique_sources: z.number().int(),
  /** Day of the company's first event. */
  first_day: Day,
  last_seen: z.string().datetime(),
  /** Names of the packages it has downloaded, the most downloaded first. */
  packages: z.array(z.string()),
  /** 0 to 100: the sum of the parts. */
  score: z.number().int(),
  score_parts: z.object({ stage: z.number().int(), activity: z.number().int(), fit: z.number().int() }),
  /** One for each answered question about the ideal customer. */
  fits: z.array(z.object({ question: z.enum(profileQuestions), answer: z.enum(['yes', 'no', 'unknown']) })),
});
export type Lead = z.infer<typeof Lead>;
export type ProfileQuestion = (typeof profileQuestions)[number];

export const leadSorts = ['score', 'newest', 'last-seen'] as const;

const LeadFilter = z.object({
  sort: z.enum(leadSorts).default('score'),
  /** Part of a name or domain. */
  search: z.string().trim().max(limits.searchQueryMax, 'field-is-too-long').optional(),
  funnel_stage: listOf(FunnelStage),
  min_score: z.coerce.number().int().min(0).max(100).default(0),
});
export type LeadFilter = z.output<typeof LeadFilter>;

const LeadsQuery = PageQuery.merge(LeadFilter);
export type LeadsQuery = z.output<typeof LeadsQuery>;

const OwnerParams = CompanyParams.pick({ owner: true });
const leads = { tag: 'Leads', params: OwnerParams } as const;
const questionnairePath = '/internal/lead-generation/{owner}';
const restrictedPath = '/internal/lead-generation/{owner}/restricted-answers';

export const getLeadQuestionnaire = route({
  ...leads,
  id: 'getLeadQuestionnaire',
  method: 'GET',
  path: questionnairePath,
  summary: 'What an owner looks for in a company; defaults before the first save',
  access: 'read',
  answer: SavedLeadQuestionnaire,
  errors: ['owner-not-found'],
});

export const saveLeadQuestionnaire = route({
  ...leads,
  id: 'saveLeadQuestionnaire',
  method: 'PUT',
  path: questionnairePath,
  summary: 'Answer the questionnaire; it applies to the next list of leads',
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
});

export const getRestrictedLeadAnswers = route({
  ...leads,
  id: 'getRestrictedLeadAnswers',
  method: 'GET',
  path: restrictedPath,
  summary: 'Budget, size of a deal and notes on the sales system',
  access: 'write',
  answer: z.object({ ...restricted, ...saved }),
  errors: ['owner-not-found'],
});

export const saveRestrictedLeadAnswers = route({
  ...leads,
  id: 'saveRestrictedLeadAnswers',
  method: 'PUT',
  path: restrictedPath,
  summary: 'Change the answers that only owners and admins see',
  access: 'write',
  body: RestrictedLeadAnswers,
  answer: z.object({ ...restricted, ...saved }),
  errors: ['owner-not-found', 'field-is-too-long'],
});

export const getLeads = route({
  ...leads,
  id: 'getLeads',
  method: 'GET',
  path: '/v2/leads/{owner}',
  summary: 'Companies worth a call by the questionnaire',
  access: 'read',
  query: LeadsQuery,
  answer: pageOf(Lead),
  errors: ['owner-not-found', 'field-is-too-long'],
});

/** Companies only: a gateway knows no names, addresses or numbers of people in them. */
export const leadColumns = [
  'company_name',
  'company_domain',
  'score',
  'funnel_stage',
  'total_events',
  'total_downloads',
  'total_views',
  'unique_sources',
  'first_seen',
  'last_seen',
  'company_country',
  'company_state',
  'company_city',
  'company_size',
  'company_industry',
  'company_linkedin_url',
  'confidence',
  'fits',
  'packages',
  'scarf_url',
] as const;

export const exportLeads = route({
  ...leads,
  id: 'exportLeads',
  method: 'GET',
  path: '/v2/leads/{owner}/export',
  summary: 'Companies worth a call as CSV',
  access: 'export',
  query: LeadFilter,
  kind: 'csv',
  columns: leadColumns,
  errors: ['owner-not-found', 'field-is-too-long'],
});
