/** The posted form of a daily export, as the contract has it. */
import { S3Endpoint, S3Region, S3Uri, text } from 'contract/fields';
import * as limits from 'contract/limits';
import type { Chosen, CreateScheduledExport } from 'contract/scheduled-exports';
import { z } from 'zod';

const Which = z.enum(['all', 'none', 'chosen']).default('none');
const Ticked = z.preprocess(
  (v) => (v === undefined ? [] : [v].flat()),
  z.array(z.string()).max(limits.exportedArtifactsMax),
);

export const ScheduleForm = z
  .object({
    s3_uri: S3Uri,
    region: S3Region,
    endpoint: S3Endpoint,
    access_key_id: text(limits.accessKeyMax),
    secret_access_key: text(limits.accessKeyMax),
    packages: Which,
    package_ids: Ticked,
    pixels: Which,
    pixel_ids: Ticked,
    companies: z.enum(['on']).optional(),
    company_domains: z.string().trim().max(5_000, 'field-is-too-long').default(''),
    filter_id: z.string().default(''),
  })
  .transform((given, context): z.input<typeof CreateScheduledExport> => {
    let { s3_uri, region, endpoint, access_key_id, secret_access_key } = given;
    let refuse = (field: string) =>
      context.addIssue({ code: 'custom', message: 'export-selection-is-empty', path: [field] });
    if (given.packages === 'chosen' && given.package_ids.length === 0) refuse('packages');
    else if (given.pixels === 'chosen' && given.pixel_ids.length === 0) refuse('pixels');
    else if (given.packages === 'none' && given.pixels === 'none' && !given.companies) refuse('packages');
    return {
      cloud_service_spec: { type: 's3', s3_uri, region, endpoint, access_key_id, secret_access_key },
      package_ids: chosenOf(given.packages, given.package_ids),
      tracking_pixel_ids: chosenOf(given.pixels, given.pixel_ids),
      include_company_rollups: given.companies === 'on',
      company_domains: domainsIn(given.company_domains),
      filter_id: given.filter_id || null,
    };
  });

function chosenOf(which: z.output<typeof Which>, ticked: string[]): Chosen {
  return which === 'chosen' ? ticked : which;
}

/** One a line, or with commas between. */
function domainsIn(typed: string): string[] {
  return [...new Set(typed.split(/[\s,]+/).filter(Boolean))];
}
