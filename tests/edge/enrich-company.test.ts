/** What the installed data returns for addresses: country, organization, kind, confidence. */
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { classify, plainWords } from 'edge/enrich/classify';
import { createEnrich } from 'edge/enrich/create';
import type { Enrich } from 'edge/enrich/enrich';
import { packageFile } from 'edge/enrich/address-files';
import organizations from 'edge/enrich/organizations.json';
import { unnamedNames } from 'edge/enrich/unnamed-networks';
import { openPlaces, placeOf } from 'edge/enrich/place';
import { tablesFolder } from 'tests/support/address-tables';

const nobody = { connectionType: '', companyName: '', companyDomain: '', confidence: null, network: '' };
const nowhere = { country: '', state: '', city: '', postal: '', latitude: null, longitude: null };

describe('kinds by name', () => {
  test.each<[name: string, kind: string, domain: string]>([
    ['Google LLC', 'business', 'google.com'],
    ['GitHub, Inc.', 'business', 'github.com'],
    ['CISCO SYSTEMS, INC.', 'business', 'cisco.com'],
    ['Amazon.com, Inc.', 'hosting', 'amazon.com'],
    ['Microsoft Corporation', 'hosting', 'microsoft.com'],
    ['DigitalOcean, LLC', 'hosting', 'digitalocean.com'],
    ['OVH SAS', 'hosting', 'ovhcloud.com'],
    ['Some Cloud Hosting GmbH', 'hosting', ''],
    ['Massachusetts Institute of Technology', 'education', ''],
    ['Stanford University', 'education', ''],
    ['United States Department of Defense (DoD)', 'government', ''],
    ['City of Rochester', 'government', ''],
    ['Apple Bank for Savings', 'business', ''],
  ])('%s is %s', (name, kind, domain) => {
    expect(classify(1, name)).toMatchObject({ connectionType: kind, companyDomain: domain });
  });

  test.each<[name: string, domain: string]>([
    ['SAP SE', 'sap.com'],
    ['Mercedes-Benz Group AG', 'mercedes-benz.com'],
    ['Eli Lilly and Company', 'lilly.com'],
    ['The Procter and Gamble Company', 'pg.com'],
    ['Wal-Mart Stores, Inc.', 'walmart.com'],
    ['Siemens Healthineers AG', 'siemens-healthineers.com'],
    ['Nokia Solutions and Networks Oy', 'nokia.com'],
    ['D. E. Shaw & Co. LP', 'deshaw.com'],
  ])('%s has the domain %s', (name, domain) => {
    expect(classify(1, name)).toMatchObject({ connectionType: 'business', companyName: name, companyDomain: domain });
  });

  test.each([
    ['Comcast Cable Communications, LLC', 'isp'],
    ['Free SAS', 'isp'],
    ['Societe Francaise Du Radiotelephone - SFR SA', 'isp'],
    ['Virgin Media Limited', 'isp'],
    ['Telecom Italia S.p.A.', 'isp'],
    ['TIM S/A', 'isp'],
    ['Administracion Nacional de Telecomunicaciones', 'isp'],
    ['Andrews & Arnold Ltd', 'isp'],
    ['Hurricane Electric LLC', 'isp'],
    ['Jisc Services Limited', 'research'],
    ['Verein zur Foerderung eines Deutschen Forschungsnetzes e.V.', 'research'],
    ['Man-da.de GmbH', 'research'],
    ['SURF B.V.', 'research'],
    ['Renater', 'research'],
    ['Consortium GARR', 'research'],
    ['Internet2', 'research'],
    ['Malawi Research and Education Network - MAREN', 'research'],
    ['31173 Services AB', 'vpn'],
    ['Castle VPN', 'vpn'],
    ['Quintex Alliance Consulting', 'vpn'],
    ['ZSCALER, INC.', 'vpn'],
    ['Censys, Inc.', 'crawler'],
    ['DHL BROADBAND NET P LIMITED', 'isp'],
    ['Quux Ventures', ''],
    ['', ''],
  ])('%s is never named as the company of a request', (name, connectionType) => {
    expect(classify(1, name)).toEqual({ ...nobody, connectionType, network: `AS1 ${name}`.trimEnd() });
  });

  test.each([
    [559, 'SWITCH', 'research'],
    [23005, 'SWITCH, LTD', ''],
    [553, 'Universitaet Stuttgart', 'research'],
    [209103, 'Proton AG', 'vpn'],
    [62371, 'Proton AG', 'business'],
  ])('network %i of %s is recognized by its number: %j', (number, name, connectionType) => {
    expect(classify(number, name).connectionType).toBe(connectionType);
  });

  test('a network operated for customers is the cloud, not the company', () => {
    expect(classify(15169, 'Google LLC').connectionType).toBe('business');
    expect(classify(396982, 'Google LLC')).toMatchObject({ connectionType: 'hosting', companyName: 'Google Cloud' });
  });

  test('names in the tables are normalized and unique', () => {
    let names = [organizations.companies, organizations.clouds, unnamedNames].flatMap((table) =>
      Object.values<string>(table).flatMap((list) => list.split(',').map((name) => name.trim())),
    );
    for (let entry of names) {
      let name = entry.replace(/\*$/, 'quux');
      expect(plainWords(name.toUpperCase())).toBe(name);
    }
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
    // Of a domain that is written twice, JSON keeps the last.
    let written = readFileSync('edge/enrich/organizations.json', 'utf8')
      .match(/^ {4}".*?"/gm)
      ?.map((key) => key.slice(5, -1));
    expect(written).toEqual(Object.values(organizations).flatMap((table) => Object.keys(table).sort()));
  });
});

const installed = packageFile('@ip-location-db/asn/asn-ipv4-num.csv') !== undefined;

describe.runIf(installed)('installed data', () => {
  let enrich: Enrich;
  beforeAll(async () => {
    enrich = await createEnrich({ cacheFolder: tablesFolder });
  });

  test.each<[address: string, country: string, kind: string, name: string, domain: string]>([
    ['8.8.8.8', 'US', 'business', 'Google LLC', 'google.com'],
    ['140.82.112.3', 'US', 'business', 'GitHub, Inc.', 'github.com'],
    ['52.95.110.1', 'US', 'hosting', 'Amazon Web Services', 'amazon.com'],
    ['3.5.140.2', 'KR', 'hosting', 'Amazon Web Services', 'amazon.com'],
    ['20.112.52.29', 'US', 'hosting', 'Microsoft Azure', 'microsoft.com'],
    ['131.107.0.1', 'US', 'business', 'Microsoft', 'microsoft.com'],
    ['162.213.33.1', 'US', 'business', 'Canonical Group Limited', 'canonical.com'],
    ['104.28.1.1', 'US', 'vpn', '', ''],
    ['104.18.0.1', 'US', 'hosting', 'Cloudflare, Inc.', 'cloudflare.com'],
    ['9.0.0.1', 'US', 'business', 'IBM Corporation', 'ibm.com'],
    ['15.0.0.1', 'US', 'business', 'HP Inc.', 'hp.com'],
    ['16.1.1.1', 'US', 'business', 'HP Inc.', 'hp.com'],
    ['91.198.174.192', 'NL', 'business', 'Wikimedia Foundation Inc.', 'wikimedia.org'],
    ['108.0.0.1', 'US', 'isp', '', ''],
    ['139.23.1.1', 'DE', 'business', 'Siemens AG', 'siemens.com'],
    ['146.70.1.1', 'RO', 'hosting', 'M247 Europe SRL', 'm247.com'],
    ['160.46.1.1', 'DE', 'business', 'Bayerische Motoren Werke Aktiengesellschaft', 'bmwgroup.com'],
    ['103.25.156.1', 'CN', 'hosting', 'Microsoft Azure', 'microsoft.com'],
    ['18.7.21.1', 'US', 'education', 'Massachusetts Institute of Technology', ''],
    ['171.64.1.1', 'US', 'education', 'Stanford University', ''],
    ['17.253.144.10', 'US', 'business', 'Apple Inc.', 'apple.com'],
    ['161.69.1.1', 'US', 'business', 'McAfee, LLC', 'mcafee.com'],
    ['129.187.1.1', 'DE', 'research', '', ''],
    ['73.1.1.1', 'US', 'isp', '', ''],
    ['2001:4860:4860::8888', 'US', 'business', 'Google LLC', 'google.com'],
    ['2606:4700::1111', 'US', 'hosting', 'Cloudflare, Inc.', 'cloudflare.com'],
    ['103.12.245.1', 'IN', 'business', 'HP Global Soft Pvt Ltd', 'hp.com'],
    ['2602:fca3::1', 'US', 'business', 'HP Inc.', 'hp.com'],
    ['16.2.142.1', 'US', 'business', 'Shanghai Hewlett-Packard Co. Ltd. Dalian Branch', 'hpe.com'],
    ['178.23.48.1', 'DE', 'business', 'Siemens Gamesa Renewable Energy Service GmbH', 'siemens-energy.com'],
    ['206.208.0.1', 'US', 'business', 'Siemens Medical Solutions USA, Inc.', 'siemens-healthineers.com'],
    ['2a00:ad87:1300::1', 'DE', 'business', 'SIEMENS AG', 'siemens.com'],
    ['2620:1f7:100::1', 'US', 'business', 'IBM', 'ibm.com'],
    ['2620:1f7:c000::1', 'US', 'business', 'USTREAM - IBM', 'ibm.com'],
    ['160.46.215.1', 'DE', 'business', 'Bayerische Motoren Werke Aktiengesellschaft', 'bmwgroup.com'],
    ['2a03:1e80:ff4::1', 'DE', 'business', 'Bayerische Motoren Werke Aktiengesellschaft', 'bmwgroup.com'],
    ['2001:4868::1', 'US', 'isp', '', ''],
    ['2404:b300:33:1::1', 'KH', 'hosting', 'Edgecast Inc.', 'edg.io'],
    ['2001:550:1d05::1', 'US', 'hosting', 'M247 Europe SRL', 'm247.com'],
  ])('%s', (address, country, connectionType, companyName, companyDomain) => {
    expect(enrich.place(address)).toEqual({ ...nowhere, country });
    expect(enrich.company(address)).toMatchObject({ connectionType, companyName, companyDomain });
  });

  test.each([
    '',
    'garbage',
    '10.0.0.1',
    '127.0.0.1',
    '192.168.0.1',
    '169.254.1.1',
    '198.51.100.1',
    '::1',
    'fd00::1',
    'fe80::1',
    '::ffff:10.0.0.1',
    '2002:808:808::1',
  ])('%s has no data', (address) => {
    expect(enrich.place(address)).toEqual(nowhere);
    expect(enrich.company(address)).toEqual(nobody);
  });

  test('the credits name the sources as their licenses require', () => {
    expect(enrich.attributions.join(' ')).toMatch(/https:\/\/db-ip\.com.*routeviews\.org.*nro\.net.*CC BY 4\.0/);
  });
});

describe('a city database of the operator', () => {
  test.each([
    [
      {
        country: { iso_code: 'DE' },
        subdivisions: [{ names: { en: 'Bavaria' } }],
        city: { names: { en: 'Munich' } },
        postal: { code: '80331' },
        location: { latitude: 48.1, longitude: 11.5 },
      },
    ],
    [{ country_code: 'DE', state1: 'Bavaria', city: 'Munich', postcode: '80331', latitude: '48.1', longitude: '11.5' }],
  ])('both common layouts can be read: %o', (found) => {
    expect(placeOf(found)).toEqual({
      country: 'DE',
      state: 'Bavaria',
      city: 'Munich',
      postal: '80331',
      latitude: 48.1,
      longitude: 11.5,
    });
  });

  test.runIf(installed)('is used instead of the data package', async () => {
    let places = await openPlaces(
      packageFile('@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country-ipv4.mmdb'),
    );
    expect(places.reader?.find('8.8.8.8').country).toBe('US');
    expect(places.reader?.type).not.toBe('');
    expect(places.problem).toBeUndefined();
  });

  test.each(['/nowhere/city.mmdb', 'no-database.mmdb'])(
    'that cannot be read leaves only the countries: %s',
    async (name) => {
      let folder = await mkdtemp(path.join(tmpdir(), 'places-'));
      await writeFile(path.join(folder, 'no-database.mmdb'), 'not a database');
      let enrich = await createEnrich({ cityDatabase: path.resolve(folder, name), cacheFolder: tablesFolder });
      let places = enrich.sources.find(({ about }) => about === 'places');
      expect(places?.problem).toMatch(/^CITY_DATABASE cannot be read .*Only countries are recorded/);
      if (installed) expect(enrich.place('8.8.8.8').country).toBe('US');
      await rm(folder, { recursive: true });
    },
  );
});
