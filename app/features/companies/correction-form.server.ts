import { CompanyDomain, schemaOf } from 'contract/fields';
import { companyName } from 'contract/companies/analytics-rules';
import { z } from 'zod';

/** The texts are unused if the answer is `none`. */
export const CorrectionInput = z.object({
  answer: z.enum(['none', 'company']).default('company'),
  name: schemaOf(companyName).default(''),
  domain: CompanyDomain,
});
