/**
 * What an assistant can query by the Model Context Protocol: read-only, and never more than its
 * token allows in the API.
 */
import { z } from 'zod';
import { Breakdown, Rollup } from '../analytics/aggregations';
import { DayText } from '../rules/fields';
import { FunnelStage } from '../analytics/funnel-stages';
import * as limits from '../floor/limits';
import { packageQueryMax } from '../packages/package-query';
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

const owner = z.string().min(1).max(limits.nameMax).describe('Name of a person or organization from list_owners');
const packages = z
  .string()
  .min(1)
  .max(packageQueryMax)
  .describe('Names of packages: engine, mill-*, !mill-old. All packages by default');
const days = {
  start_date: DayText.optional().describe('First day (UTC), 30 days ago by default'),
  end_date: DayText.optional().describe('Last day (UTC), today by default'),
};
const page = {
  limit: z.number().int().min(1).max(limits.pageSizeMax).default(50).describe('Results per page'),
  page: z.number().int().min(1).max(10_000).default(1),
};
const search = z.string().trim().min(1).max(limits.searchQueryMax);

export const assistantTools = {
  list_owners: tool(
    'Owners',
    'List the owner of this token, the people and organizations it can access, and the current day (UTC).',
    {},
  ),
  list_packages: tool('Packages', 'List packages of an owner, by name.', {
    owner,
    type: PackageTypeName.optional().describe('Only packages of this type'),
    ...page,
  }),
  count_downloads: tool(
    'Downloads',
    'Get downloads of packages in a date range, by time and one breakdown such as by-country. Highest totals first.',
    {
      owner,
      packages: packages.optional(),
      ...days,
      rollup: Rollup.default('total'),
      breakdown: Breakdown.default('by-total'),
      limit: z.number().int().min(1).max(500).default(100).describe('Rows'),
    },
  ),
  list_versions: tool('Versions', 'List versions of a package with their downloads in a date range.', {
    owner,
    package: z.string().min(1).max(packageQueryMax).describe('Name of the package'),
    ...days,
    limit: z.number().int().min(1).max(500).default(100).describe('Versions'),
  }),
  list_companies: tool(
    'Companies',
    'List companies of a date range, with their funnel stage and the day they reached it. For “which companies moved to ongoing use this month”: stage ongoing-usage and moved_from the first day of the month.',
    {
      owner,
      stage: FunnelStage.optional().describe('Only companies in this stage'),
      moved_from: DayText.optional().describe('Only companies that reached their stage on or after this day (UTC)'),
      moved_until: DayText.optional().describe('Only companies that reached their stage on or before this day (UTC)'),
      search: search.optional().describe('Part of a name or domain'),
      ...days,
      ...page,
    },
  ),
  get_company: tool('One company', 'Get a company since its first event: totals, and stages with their first days.', {
    owner,
    company: z.string().min(1).max(300).describe('`company` from list_companies: a domain, or a name without one'),
  }),
  list_leads: tool('Leads', 'List qualified leads of an owner, with their score.', {
    owner,
    stage: FunnelStage.optional(),
    min_score: z.number().int().min(0).max(100).default(0),
    sort: z.enum(leadSorts).default('score'),
    search: search.optional().describe('Part of a name or domain'),
    ...page,
  }),
  search: tool('Search', 'Search packages and pixels of an owner by name.', {
    owner,
    query: search,
  }),
} as const;

export type AssistantTool = keyof typeof assistantTools;
export type ToolInput<N extends AssistantTool> = z.output<(typeof assistantTools)[N]['input']>;
