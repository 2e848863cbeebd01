/**
 * The answers the questionnaire offers, where it offers some; any other can be written beside them.
 */
import type { Option } from '../../forms/fields';

/** A question whose answers can be chosen or written. */
export type ChoiceQuestion = 'company_sizes' | 'industries' | 'seniorities' | 'departments';

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

export const choices: Record<ChoiceQuestion, readonly Option[]> = {
  company_sizes: sizes.map((value) => ({ value, label: sizeLabel(value) })),
  industries: optionsOf(industries),
  seniorities: optionsOf(seniorities),
  departments: optionsOf(departments),
};

/** `1001-5000` as `1,001–5,000`. */
export function sizeLabel(size: string): string {
  return size.replace(/\d+/g, (digits) => Number(digits).toLocaleString('en')).replace('-', '–');
}

function optionsOf(values: readonly string[]): Option[] {
  return values.map((value) => ({ value, label: value }));
}
