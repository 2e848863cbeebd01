/** The posted questionnaire: comma-separated lists, checkboxes and numbers. */
import { leadQuestionnaireApi, LeadQuestionnaire } from 'contract/companies/lead-questionnaire';
import * as limits from 'contract/floor/limits';
import { longFormBytesMax } from 'contract/floor/limits';
import { hasKey } from 'contract/floor/keys-of';
import { z } from 'zod';
import { countryName } from '../../text/display-names.server';
import { readForm } from '../../forms/read-form.server';
import type { Call } from '../../gateway/gateway-client.server';
import { paths } from '../../links/paths';
import { redirectWithToast } from '../../session/toast.server';

type Given = Record<string, unknown>;

const personaNumbers = Array.from({ length: limits.personasMax }, (_, i) => i + 1);

const personaFields = {
  job_titles: 'titles',
  seniorities: 'seniorities',
  departments: 'departments',
  notes: 'notes',
} as const;

/** Text fields; some have checkboxes too. */
const typed = [
  'company_sizes',
  'industries',
  'countries',
  'technologies',
  'excluded_domains',
  'min_confidence',
  'active_days',
  'min_events',
  'report_to',
  ...personaNumbers.flatMap((number) => Object.values(personaFields).map((part) => `persona_${number}_${part}`)),
];
const ticked = ['stages', ...typed.map((field) => `${field}_chosen`)];
const fields: z.ZodRawShape = {
  ...Object.fromEntries(typed.map((field) => [field, z.unknown()])),
  ...Object.fromEntries(ticked.map((field) => [field, z.array(z.unknown()).max(limits.leadAnswersMax)])),
};

/** Drops empty personas. Checkboxes are posted as `<field>_chosen`. */
const QuestionnaireInput = z.object(fields).transform((given: Given, context): z.input<typeof LeadQuestionnaire> => {
  let numbers = personaNumbers.filter((number) => isAnswered(given, number));
  let answers = { ...profileIn(given), personas: numbers.map((number) => personaIn(given, number)) };
  let checked = LeadQuestionnaire.safeParse(answers);
  for (let { path, message } of checked.error?.issues ?? [])
    context.addIssue({ code: 'custom', path: [fieldOf(path, numbers)], message });
  return checked.data ?? (answers as z.input<typeof LeadQuestionnaire>);
});

function profileIn(given: Given) {
  return {
    company_sizes: answersIn(given, 'company_sizes').map(sizeIn),
    industries: answersIn(given, 'industries'),
    countries: answersIn(given, 'countries').map(countryCode),
    technologies: answersIn(given, 'technologies'),
    excluded_domains: answersIn(given, 'excluded_domains').map(domainIn),
    min_confidence: given.min_confidence,
    stages: listOf(given.stages),
    active_days: numberIn(given.active_days),
    min_events: numberIn(given.min_events),
    report_to: given.report_to,
  };
}

function personaIn(given: Given, number: number) {
  let field = (part: keyof typeof personaFields) => `persona_${number}_${personaFields[part]}`;
  return {
    job_titles: answersIn(given, field('job_titles')),
    seniorities: answersIn(given, field('seniorities')),
    departments: answersIn(given, field('departments')),
    notes: given[field('notes')] as string | undefined,
  };
}

function isAnswered(given: Given, number: number): boolean {
  let { notes = '', ...lists } = personaIn(given, number);
  return notes.trim() !== '' || Object.values(lists).some((list) => list.length > 0);
}

/** Checkboxes, and text separated by line breaks or commas. */
function answersIn(given: Given, field: string): string[] {
  let written = textIn(given[field]).split(/[,;\n]/);
  return [...listOf(given[`${field}_chosen`]), ...written].map((one) => one.trim()).filter(Boolean);
}

function listOf(value: unknown): string[] {
  return [value ?? []].flat().filter((one): one is string => typeof one === 'string' && one !== '');
}

function textIn(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function sizeIn(text: string): string {
  return text
    .toLowerCase()
    .replace(/people|employees|\s/g, '')
    .replace(/[–—]/, '-')
    .replace(/(\d)k/g, '$1000');
}

/** Accepts pasted URLs. */
function domainIn(text: string): string {
  return text.replace(/^https?:\/\//i, '').replace(/^www\.|\/.*$/gi, '');
}

/** Invalid numbers become 0, which the contract rejects. */
function numberIn(value: unknown): number {
  let text = textIn(value).trim();
  return /^\d{1,9}$/.test(text) ? Number(text) : 0;
}

function fieldOf([first, index, part]: (string | number)[], numbers: number[]): string {
  if (first !== 'personas' || typeof index !== 'number') return String(first);
  return `persona_${numbers[index]}_${personaFields[part !== undefined && hasKey(personaFields, part) ? part : 'job_titles']}`;
}

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

const others = new Set(['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ']);

const shortNames: [string, string][] = [
  ['usa', 'US'],
  ['united states of america', 'US'],
  ['uk', 'GB'],
  ['great britain', 'GB'],
  ['czech republic', 'CZ'],
  ['holland', 'NL'],
  ['south korea', 'KR'],
  ['turkey', 'TR'],
];

const codes = new Map(
  letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter((code) => !others.has(code) && countryName(code) !== code && isCurrent(code))
    .flatMap((code): [string, string][] => [
      [plain(countryName(code)), code],
      [plain(code), code],
    ])
    .concat(shortNames),
);

/**
 * ISO code from an English name, a code or a short name. Other texts are returned unchanged, for
 * the contract to reject.
 */
export function countryCode(text: string): string {
  return codes.get(plain(text)) ?? text;
}

/** Normalizes accents, case and `&`: `Côte d’Ivoire` matches `cote d'ivoire`. */
function plain(name: string): string {
  return name.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('’', "'").replaceAll('&', 'and').trim().toLowerCase();
}

/** False for codes of former countries, which map to their successor. */
function isCurrent(code: string): boolean {
  return new Intl.Locale(`und-${code}`).maximize().region === code;
}

export async function saveQuestionnaire(request: Request, call: Call, owner: string): Promise<Response> {
  let form = await readForm(request, QuestionnaireInput, { bytesMax: longFormBytesMax });
  if (!form.ok) return form.reply;
  let saved = await call(leadQuestionnaireApi.saveLeadQuestionnaire, { params: { owner }, body: form.value }).catch(
    form.refuse,
  );
  return saved instanceof Response
    ? saved
    : redirectWithToast(paths.leadQuestionnaire(owner), 'lead_questionnaire_saved');
}
