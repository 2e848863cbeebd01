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

/** Agents by package type: what they send, the client they are, their platforms. */
export const sampleAgents: Record<string, [userAgent: string, client: string, platforms: string[], weight: number][]> =
  {
    docker: [
      ['docker/27.3.1 go/go1.22.7 kernel/6.8.0 os/linux arch/amd64', 'docker', ['linux'], 60],
      ['docker/26.1.4 go/go1.21.11 kernel/6.6.31 os/darwin arch/arm64', 'docker', ['macos'], 12],
      ['containerd/v1.7.22', 'containerd', ['linux'], 22],
      ['skopeo/1.16.0', 'skopeo', ['linux'], 6],
    ],
    file: [
      ['curl/8.9.1', 'curl', ['linux', 'macos'], 50],
      ['Wget/1.24.5', 'wget', ['linux'], 20],
      [
        'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
        'Chrome',
        ['windows'],
        18,
      ],
      ['Homebrew/4.4.0 (Macintosh; arm64 Mac OS X 15.0) curl/8.7.1', 'homebrew', ['macos'], 12],
    ],
    pixel: [
      [
        'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
        'Chrome',
        ['windows'],
        45,
      ],
      [
        'Mozilla/5.0 (Macintosh; Intel Mac OS X 14_6) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
        'Safari',
        ['macos'],
        30,
      ],
      ['Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0', 'Firefox', ['linux'], 25],
    ],
  };
