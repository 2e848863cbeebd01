/**
 * Sample visitors: companies on their way from a first look to daily use, and visitors without a
 * known company.
 */

export interface SampleCompany {
  name: string;
  domain: string;
  country: string;
  city: string;
  connectionType: 'business' | 'isp' | 'hosting' | 'education' | 'government';
  confidence: number;
  network: string;
  /** Relative number of events. */
  weight: number;
  /** Days since the first sample day. */
  from: number;
  until: number;
  /** Share of downloads; the rest are page views. */
  downloads: number;
}

const days = 120;

function company(
  name: string,
  [country, city]: [country: string, city: string],
  weight: number,
  {
    days: [from, until] = [0, days],
    downloads = 0.8,
    connectionType = 'business',
    confidence = 0.98,
  }: { days?: [from: number, until: number] } & Partial<
    Pick<SampleCompany, 'downloads' | 'connectionType' | 'confidence'>
  > = {},
): SampleCompany {
  let domain = `${name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')}.example`;
  let network = networkOf(name);
  return { name, domain, country, city, connectionType, confidence, network, weight, from, until, downloads };
}

/** Numbers from 64512 to 65534 are reserved for private use (RFC 6996). */
const firstSampleNetwork = 64_512;
let networks: string[] = [];

export function networkOf(name: string): string {
  if (!networks.includes(name)) networks.push(name);
  return `AS${firstSampleNetwork + networks.indexOf(name)} ${name}`;
}

/** Networks of unknown type. */
export const unknownNetworks = ['Quillworks Holding', 'Copperfield Partners'].map(networkOf);

export const sampleCompanies: SampleCompany[] = [
  company('Northwind Robotics', ['US', 'Pittsburgh'], 24),
  company('Meridian Bank', ['GB', 'London'], 17),
  company('Kestrel Aerospace', ['FR', 'Toulouse'], 13, { days: [12, days] }),
  company('Aoba Semiconductors', ['JP', 'Sendai'], 11, { days: [25, days] }),
  company('Fjordlink Energy', ['NO', 'Bergen'], 8, { days: [40, days] }),
  company('Banyan Health', ['IN', 'Pune'], 7, { days: [52, days], downloads: 0.6 }),
  company('Lakeside Insurance', ['US', 'Chicago'], 6, { days: [0, 55] }),
  company('Altiplano Mining', ['CL', 'Antofagasta'], 4, { days: [60, days], downloads: 0.5 }),
  company('Rheinwerk Logistics', ['DE', 'Duisburg'], 9, { days: [8, days] }),
  company('Southern Cross Media', ['AU', 'Melbourne'], 5, { days: [70, days], downloads: 0.4 }),
  company('Sable Games', ['CA', 'Montreal'], 5, { days: [30, 95] }),
  company('Ostrava Steelworks', ['CZ', 'Ostrava'], 3, { days: [80, days], downloads: 0.3 }),
  company('Harmattan Trading', ['NG', 'Lagos'], 2, { days: [85, days], downloads: 0.2, confidence: 0.4 }),
  company('Lumen Retail', ['NL', 'Utrecht'], 4, { days: [15, days] }),
  company('Paperclip Press', ['IE', 'Dublin'], 1, { days: [100, days], downloads: 0 }),
  company('Tidewater University', ['US', 'Norfolk'], 6, { downloads: 0.7, connectionType: 'education' }),
  company('Institute of Applied Weather', ['SE', 'Uppsala'], 3, {
    days: [20, days],
    downloads: 0.7,
    connectionType: 'education',
  }),
  company('Ministry of Maps', ['PT', 'Lisbon'], 2, { days: [45, days], downloads: 0.6, connectionType: 'government' }),
  company('Cirrus Cloud Hosting', ['US', 'Ashburn'], 38, { downloads: 0.98, connectionType: 'hosting' }),
  company('Granite Compute', ['DE', 'Falkenstein'], 20, { downloads: 0.98, connectionType: 'hosting' }),
];

/** For visitors without a known company. */
export const sampleCountries: [country: string, city: string, weight: number][] = [
  ['US', 'Austin', 30],
  ['DE', 'Berlin', 14],
  ['IN', 'Bengaluru', 12],
  ['GB', 'Leeds', 9],
  ['BR', 'Recife', 7],
  ['FR', 'Lyon', 6],
  ['JP', 'Osaka', 6],
  ['PL', 'Krakow', 4],
  ['CN', 'Chengdu', 4],
  ['NG', 'Abuja', 2],
  ['KR', 'Busan', 3],
  ['AU', 'Perth', 3],
];
