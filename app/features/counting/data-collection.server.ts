/** What an owner's packages and pixels record, in sentences, and as a text for a README. */
import type { DataCollection } from 'contract/analytics/data-collection';
import { typeNamed } from 'contract/packages/package-types/list';

export interface CollectionPage {
  owner: string;
  recorded: string[];
  notRecorded: string[];
  kept: string[];
  /** Where packages are without being counted here: `npm: https://…`. */
  registries: string[];
  /** Null for everyone but members. */
  readme: string | null;
}

const saltTimes = {
  monthly: 'every month',
  daily: 'every day',
} as const;

/** `place`: the URL of the page, for a member. */
export function collectionPage(of: DataCollection, place: string | null): CollectionPage {
  return {
    owner: of.owner,
    recorded: recordedBy(of),
    notRecorded: [
      'IP addresses. They are used for the above when a request arrives, and are not stored.',
      'Names, accounts, cookies, and anything on your computer.',
    ],
    kept: keptBy(of),
    registries: of.public_registries.map(({ type, registry }) => `${typeNamed(type).label}: ${registry}`),
    readme: place === null ? null : readmeOf(of, place),
  };
}

function recordedBy(of: DataCollection): string[] {
  let page = `the page’s URL, ${of.keeps_page_queries ? 'some with' : 'without'} its query string`;
  return [
    ...(of.has_packages
      ? [
          'Of a download: the time, the package, its version, the requested host and path, and the page that led there, without its query string, if the client names it.',
        ]
      : []),
    ...(of.has_pixels ? [`Of a page with a pixel: the time, the pixel’s host, and ${page}.`] : []),
    'The program that asks, as it names itself (its user agent): for example the package manager, operating system, and whether it runs in CI.',
    ...placesOf(of),
    ...networkOf(of),
    visitorNumber(of),
    'Values sent with the request: query parameters, fields of a posted event, and parts of the URL that the maintainers named.',
  ];
}

function placesOf({ finds_places }: DataCollection): string[] {
  if (finds_places === 'none') return [];
  let found = finds_places === 'cities' ? 'country, region, city, postal code and coordinates' : 'country';
  return [`The ${found} of the network, looked up by its IP address.`];
}

function networkOf({ finds_networks, finds_companies }: DataCollection): string[] {
  if (!finds_networks || finds_companies === 'none') return [];
  let where = finds_companies === 'some' ? ' Not for all packages and pages.' : '';
  return [`The network and, if a company, school or authority runs it, its name. People are never looked up.${where}`];
}

function visitorNumber({ salt_rotation }: DataCollection): string {
  let what =
    'Two numbers to count users: one for the IP address, one for IP address and client together. They are made with a random secret';
  if (salt_rotation === null) return `${what}.`;
  if (salt_rotation === 'never') return `${what} that stays the same.`;
  return `${what} that is replaced and deleted ${saltTimes[salt_rotation]}, so later numbers cannot be compared.`;
}

function keptBy({ owner, event_days, finds_companies, finds_places, company_data_provider }: DataCollection): string[] {
  let days = event_days === 1 ? '1 day' : `${event_days} days`;
  let isNamed = finds_companies !== 'none';
  let shared = ['versions', 'platforms', 'clients', ...(finds_places === 'none' ? [] : ['countries'])];
  let dates = isNamed ? ' The date on which a company was first seen stays.' : '';
  return [
    event_days === null ? 'Until the maintainers delete it.' : `For ${days}, then it is deleted.${dates}`,
    `The maintainers (${owner}) and the people who run this server can read it, and can send it to services of theirs.`,
    `Public badges show totals. Public share links can also show ${listed([...shared, ...(isNamed ? ['companies'] : [])])}.`,
    ...(company_data_provider
      ? [`The web domains of companies are sent to ${company_data_provider}, to describe the companies.`]
      : []),
  ];
}

function listed(words: readonly string[]): string {
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

function readmeOf(of: DataCollection, place: string) {
  let { owner, finds_companies, finds_places, event_days, has_pixels, public_registries } = of;
  let found = [
    'version',
    'client',
    ...(finds_places === 'none' ? [] : ['country']),
    ...(finds_companies === 'none' ? [] : ['company']),
  ];
  let days =
    event_days === null ? '' : ` Events are deleted after ${event_days === 1 ? '1 day' : `${event_days} days`}.`;
  let named = public_registries.map(({ registry }) => registry).join(', ');
  let registries = named && ` (${named})`;
  let what = has_pixels ? 'Downloads of this project and visits of its documentation' : 'Downloads of this project';
  return [
    '## Download statistics',
    '',
    `${what} are counted by ${listed(found)}. IP addresses are not stored, and no cookies are used.${days}`,
    `To opt out, send the header \`DNT: 1\`, or use the registry directly${registries}.`,
    `[What ${owner} records and how to opt out](${place})`,
  ].join('\n');
}
