/** Descriptions of parameters whose name is not enough. */
const words: Record<string, string> = {
  owner: 'Name of a person or organization',
  username: 'Name of a person',
  package_id: 'Id of a package; of reports also `all` or `none`, and several',
  tracking_pixel_id: 'Id of a pixel; of reports also `all` or `none`, and several',
  start_date: 'First day',
  end_date: 'Last day; of aggregations and recounts the day after the last',
  time_zone: 'IANA time zone of the days, such as `Asia/Kolkata`',
  week_start: 'First day of weeks',
  per_page: 'Items of a page: 1 to 100, or `max`',
  after: 'Id of the last item of the page before',
  page: 'Number of the page, from 1',
  filter_id: 'Id of a saved filter',
  where: 'A condition such as `request_platform:equals:linux`; several hold together',
  last_event: 'Answers from the events up to this number: see the header x-last-event',
  query: 'Names of packages: `engine, mill-*, !mill-old`',
  rollup: 'Length of the buckets',
  breakdown: 'What each row counts by',
  breakdown_set: 'What each row counts by: up to two breakdowns with a comma between them',
  include_low_confidence:
    'Whether companies count that match with low confidence alone; totals count every download either way',
  exclude_audience: 'Audiences whose events are left out',
  group_by_artifact: 'Whether packages and pixels have rows of their own',
  search: 'Part of a name or domain',
  sort: 'What the list is ordered by',
  order: 'Direction of the order',
  limit: 'The most rows, those with the highest totals',
  format: 'Form of the answer',
  domain: 'Domain of a company, or its name where it has no domain',
  stage_from: 'First day on which companies came into their stage',
  stage_until: 'Last day on which companies came into their stage',
};

export function parameterDescription(name: string): string {
  return words[name] ?? '';
}
