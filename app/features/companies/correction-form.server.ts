/** The posted form of a correction. */
import { CompanyDomain, schemaOf } from 'contract/fields';
import { companyName } from 'contract/companies/analytics-rules';
import { z } from 'zod';

/** With the answer `none` the texts do not matter. */
export const CorrectionInput = z.object({
  answer: z.enum(['none', 'company']).default('company'),
  name: schemaOf(companyName).default(''),
  domain: CompanyDomain,
});
