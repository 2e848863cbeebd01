/**
 * What an assistant can query by the Model Context Protocol: read-only, and never more than its
 * token allows in the API.
 */
import { z } from 'zod';
import { Breakdown, Rollup } from '../analytics/aggregations';
import { DayText } from '../fields';
import { FunnelStage } from '../companies/funnel-stages';
import * as limits from '../limits';
import { leadSorts } from '../companies/leads';
import { PackageTypeName } from '../packages/packages';

/** Where assistants ask. */
export const assistantPath = '/mcp';

interface Tool<I extends z.AnyZodObject> {
  title: string;
  description: string;
  input: I;
}

function tool<Shape extends z.ZodRawShape>(title: string, description: string, shape: Shape) {
  let input = z.object(shape).strict();
  return { title, description, input } satisfies Tool<typeof input>;
}

const owner = z
  .string()
  .min(1)
  .max(limits.nameMax)
  .describe('Name of a person or organization, one of those that list_owners has');
const packages = z
  .string()
  .min(1)
  .max(limits.packageQueryMax)
  .describe('Names of packages: engine, mill-*, !mill-old. All packages when left out');
const days = {
  start_date: DayText.optional().describe('First day (UTC), 30 days ago when left out'),
  end_date: DayText.optional().describe('Last day (UTC), today when left out'),
};
const page = {
  limit: z.number().int().min(1).max(limits.pageSizeMax).default(50).describe('Results of a page'),
  page: z.number().int().min(1).max(10_000).default(1),
};
const search = z.string().trim().min(1).max(limits.searchQueryMax);

export const assistantTools = {
  list_owners: tool(
    'Owners',
    'Whose token this is, the person and organizations it can ask about, and which day it is (UTC).',
    {},
  ),
  list_packages: tool('Packages', 'The packages of an owner, by name.', {
    owner,
    type: PackageTypeName.optional().describe('Only packages of this type'),
    ...page,
  }),
  count_downloads: tool(
    'Downloads',
    'Downloads of packages in a range of days, by time and by one breakdown, such as by-country. The rows with the highest totals come first.',
    {
      owner,
      packages: packages.optional(),
      ...days,
      rollup: Rollup.default('total'),
      breakdown: Breakdown.default('by-total'),
      limit: z.number().int().min(1).max(500).default(100).describe('Rows'),
    },
  ),
  list_versions: tool('Versions', 'The versions of a package that were downloaded in a range of days, and how often.', {
    owner,
    package: z.string().min(1).max(limits.packageQueryMax).describe('Name of the package'),
    ...days,
    limit: z.number().int().min(1).max(500).default(100).describe('Versions'),
  }),
  list_companies: tool(
    'Companies',
    'Companies behind the downloads and views of a range of days, with their funnel stage and the day they came into it. For “which companies moved to ongoing use this month”: stage ongoing-usage and moved_from the first day of the month.',
    {
      owner,
      stage: FunnelStage.optional().describe('Only companies that are in this stage now'),
      moved_from: DayText.optional().describe('Only companies that came into their stage on this day (UTC) or later'),
      moved_until: DayText.optional().describe(
        'Only companies that came into their stage on this day (UTC) or earlier',
      ),
      search: search.optional().describe('Part of a name or domain'),
      ...days,
      ...page,
    },
  ),
  get_company: tool('One company', 'One company since its first event: totals, its stages with their first days.', {
    owner,
    company: z.string().min(1).max(300).describe('Its `company` in list_companies: a domain, or a name without one'),
  }),
  list_leads: tool('Leads', 'Companies that qualify as leads by the criteria of an owner, with their score.', {
    owner,
    stage: FunnelStage.optional(),
    min_score: z.number().int().min(0).max(100).default(0),
    sort: z.enum(leadSorts).default('score'),
    search: search.optional().describe('Part of a name or domain'),
    ...page,
  }),
  search: tool('Search', 'Packages and pixels of an owner whose name contains a text.', {
    owner,
    query: search,
  }),
} as const;

export type AssistantTool = keyof typeof assistantTools;
export type ToolInput<N extends AssistantTool> = z.output<(typeof assistantTools)[N]['input']>;
