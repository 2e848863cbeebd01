/**
 * The exports page of an organization, its files and its daily exports, against a real gateway and
 * a storage that implements the S3 protocol.
 */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { filtersApi } from 'contract/analytics/filters';
import { packagesApi } from 'contract/packages/packages';
import { pixelsApi } from 'contract/packages/pixels';
import { scheduledExportsApi } from 'contract/exports/scheduled-exports';
import { env } from 'app/config/env.server';
import { switchOwner } from 'app/session/owner-switch.server';
import { loader as analyticsFile } from 'app/routes/_app.analytics.$owner.events[.]csv';
import { loader as companiesFile } from 'app/routes/_app.insights.$owner_.companies[.]csv';
import { loader as insightsPage } from 'app/routes/_app.insights.$owner';
import { action as schedule, loader as exportsPage } from 'app/routes/_app.organizations.$owner.exports';
import { action as remove, loader as removal } from 'app/routes/_app.organizations.$owner.exports_.$exportId.removal';
import { action as runNow, loader as runs } from 'app/routes/_app.organizations.$owner.exports_.$exportId.runs';
import { loader as exportFile } from 'app/routes/_app.organizations.$owner.exports_.file';
import { loader as appShell } from 'app/routes/_app';
import { browserOf, redirectOf, refusalOf, refusedForm, type Browser } from '../../support/dashboard';
import { startFakeS3, storageBucket, storageKeys, storageRegion, type FakeS3 } from '../../support/fake-s3';
import { sectionsOf } from '../../support/navigation';
import { madeEvent } from '../../support/made-event';
import { createWorld, type Caller, type World } from '../../support/world';

const org = { owner: 'hopper-labs' };
const home = '/organizations/hopper-labs/exports';

let s3: FakeS3;
let world: World;
let maker: Caller;
let grace: Browser;
let linus: Browser;
let tool: string;
let manual: string;
let filter: string;

beforeAll(async () => {
  flagsOff();
  s3 = await startFakeS3();
  world = await createWorld({ exportPrivateTargets: ['127.0.0.1'] });
  [grace, linus, maker] = await Promise.all([browserOf(world, 'grace'), browserOf(world, 'linus'), world.as('grace')]);
  let body = { type: 'docker' as const, name: 'tool', backend_registry: 'ghcr.io' };
  tool = (await maker.ask(packagesApi.createPackage, { params: org, body })).id;
  manual = (await maker.ask(pixelsApi.createTrackingPixel, { params: org, body: { name: 'manual' } })).id;
  let linux = { name: 'Version two', request_version: { op: 'equals' as const, values: ['2'] } };
  filter = (await maker.ask(filtersApi.createFilter, { params: org, body: linux })).id;
  let acme = { companyName: 'Acme', companyDomain: 'acme.example', time: world.now() - 1_000 };
  await world.events.append([
    madeEvent({ ...acme, artifactId: tool, version: '1' }),
    madeEvent({ ...acme, artifactId: tool, version: '2' }),
    madeEvent({ ...acme, artifactId: manual, artifactType: 'tracking-pixel', type: 'pixel-fetch', version: '' }),
  ]);
});
afterEach(flagsOff);

/** Sets the flags as in production. Each test switches on what it needs. */
function flagsOff(): void {
  env.flags.showS3ExportUi = false;
  env.flags.showCompanyExportsButton = false;
  env.flags.showInsightsPage = true;
}
afterAll(async () => {
  await world.close();
  await s3.close();
});

async function fileAt(query: string): Promise<{ lines: string[]; type: string | null; name: string | null }> {
  let { headers, body } = (await grace.open(exportFile, org, `${home}/file${query}`)) as Response;
  let text = await new Response(body).text();
  let name = headers.get('content-disposition');
  return { lines: text.trimEnd().split('\n'), type: headers.get('content-type'), name };
}

function form(more: Record<string, string> = {}): Record<string, string> {
  return {
    s3_uri: `s3://${storageBucket}/from-the-page`,
    region: storageRegion,
    endpoint: s3.endpoint,
    access_key_id: storageKeys.accessKeyId,
    secret_access_key: storageKeys.secretAccessKey,
    packages: 'all',
    pixels: 'all',
    company_domains: '',
    ...more,
  };
}

async function scheduled() {
  return (await maker.ask(scheduledExportsApi.getScheduledExports, { params: org })).results;
}

describe('download now', () => {
  // @spec 2: Route /organizations/[owner]/exports is there, for owners and admins of the
  //   organization
  test('lists the options, and selects those in the address', async () => {
    let query = `?kind=companies&range=last-7-days&package=${tool}&pixel=none&filter_id=${filter}`;
    let { data, init } = await grace.open(exportsPage, org, home + query);
    expect(init?.status).toBe(200);
    expect(data).toMatchObject({
      fields: { range: 'last-7-days' },
      choice: { kind: 'companies', package: tool, pixel: 'none', filterId: filter },
      choices: {
        packages: [{ value: tool, label: 'tool (docker)' }],
        pixels: [{ value: manual, label: 'manual' }],
        filters: [{ value: filter, label: 'Version two' }],
      },
      schedules: null,
    });
    expect(data.kinds.map(({ value }) => value)).toEqual([
      'events',
      'package-events',
      'pixel-events',
      'companies',
      'company-packages',
      'company-pixels',
      'counts',
    ]);
  });

  test('exports events of all artifacts, of one package, and with a filter', async () => {
    let { lines, type, name } = await fileAt('');
    expect(lines).toHaveLength(4);
    expect(type).toBe('text/csv; charset=utf-8');
    expect(name).toMatch(/^attachment; filename="packages-hopper-labs-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv"$/);
    expect((await fileAt(`?package=${tool}&pixel=none`)).lines).toHaveLength(3);
    expect((await fileAt(`?package=none&pixel=${manual}`)).lines).toHaveLength(2);
    expect((await fileAt(`?filter_id=${filter}`)).lines).toHaveLength(2);
  });

  test('exports events as Parquet, of packages or of pixels', async () => {
    let packages = await fileAt('?kind=package-events');
    expect(packages.type).toBe('application/vnd.apache.parquet');
    expect(packages.name).toMatch(/filename="packages-hopper-labs-.*\.parquet"$/);
    expect((await fileAt(`?kind=package-events&package=${tool}`)).name).toContain('package-hopper-labs-tool-');
    expect((await fileAt('?kind=pixel-events')).name).toContain('"pixels-hopper-labs-');
    expect((await fileAt(`?kind=pixel-events&pixel=${manual}`)).name).toContain('"pixel-hopper-labs-manual-');
    let nothing = (await grace.open(exportFile, org, `${home}/file?kind=pixel-events&pixel=none`)) as Response;
    expect(redirectOf(nothing).toast).toBe('nothing_to_download');
  });

  test('exports companies, by package or by pixel, and counts', async () => {
    let companies = await fileAt('?kind=companies');
    expect(companies.lines).toHaveLength(2);
    expect(companies.lines[1]).toMatch(/^Acme,acme\.example,investigation,3,2,/);
    expect(companies.name).toContain('company-rollup-hopper-labs-');
    expect((await fileAt(`?kind=companies&filter_id=${filter}&pixel=none`)).lines[1]).toMatch(/,1,1,1,0,0,/);
    expect((await fileAt('?kind=company-packages')).lines[1]).toContain(`,tool,${tool},2,1,`);
    expect((await fileAt('?kind=company-pixels')).lines[1]).toContain(`,manual,${manual},1,1,`);
    let counts = await fileAt('?kind=counts&range=today');
    expect(counts.type).toBe('application/x-ndjson');
    expect(counts.name).toMatch(/^attachment; filename="counts-hopper-labs-.*\.ndjson"$/);
    expect(counts.lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      { artifact: tool, artifact_name: 'tool', total: 2 },
      { artifact: manual, artifact_name: 'manual', total: 1 },
    ]);
  });

  // @spec 8: "Selected date range was invalid or too long." on exports
  test('leads back to the form when an export fails', async () => {
    let wrong = (await grace.open(
      exportFile,
      org,
      `${home}/file?kind=counts&from=2026-03-02&to=2026-03-01`,
    )) as Response;
    expect(redirectOf(wrong).to).toBe(`${home}?from=2026-03-02&to=2026-03-01&kind=counts`);
    let page = await grace.open(exportsPage, org, redirectOf(wrong).to ?? '');
    expect(page.init?.status).toBe(400);
    expect(page.data.fields.error).toBe('Selected date range was invalid or too long.');
    let nothing = (await grace.open(exportFile, org, `${home}/file?package=none&pixel=none`)) as Response;
    expect(redirectOf(nothing)).toEqual({
      status: 303,
      to: `${home}?package=none&pixel=none`,
      toast: 'nothing_to_download',
    });
  });

  test('refuses packages, pixels and filters of other owners', async () => {
    let nobodys = '00000000-0000-7000-8000-000000000000';
    for (let [query, code] of [
      [`?package=${nobodys}`, 'package-not-found'],
      ['?package=unknown&pixel=none', 'package-not-found'],
      ['?pixel=unknown', 'pixel-not-found'],
      [`?pixel=${tool}`, 'pixel-not-found'],
      ['?filter_id=none', 'filter-not-found'],
      [`?kind=companies&pixel=${nobodys}`, 'pixel-not-found'],
      ['?kind=counts&filter_id=none', 'filter-not-found'],
    ])
      expect(await refusalOf(grace.open(exportFile, org, `${home}/file${query}`))).toEqual({ status: 404, code });
  });

  test('the export of a report has the report’s filter', async () => {
    let path = `/analytics/hopper-labs/events.csv?filter_id=${filter}`;
    let answer = (await grace.open(analyticsFile, org, path)) as Response;
    expect((await answer.text()).trimEnd().split('\n')).toHaveLength(2);
  });

  test('a report of downloads alone can be exported as Parquet', async () => {
    let file = async (query: string) =>
      (await grace.open(analyticsFile, org, `/analytics/hopper-labs/events.csv?format=parquet${query}`)) as Response;
    let all = await file('');
    expect(all.headers.get('content-disposition')).toContain('.parquet"');
    let bytes = Buffer.from(await all.arrayBuffer());
    expect(bytes.subarray(0, 4).toString()).toBe('PAR1');
    let filtered = Buffer.from(await (await file(`&filter_id=${filter}`)).arrayBuffer());
    expect(filtered.subarray(-4).toString()).toBe('PAR1');
    expect(filtered.length).toBeLessThan(bytes.length);
    expect((await file('&pixels=show')).status).toBe(303);
  });
});

describe('a daily export', () => {
  // @spec 6: Flag showS3ExportUi: daily exports are shown and can be made
  test('is created, run and removed', async () => {
    env.flags.showS3ExportUi = true;
    let made = await grace.post(schedule, org, form({ company_domains: 'acme.example, b.example', companies: 'on' }));
    expect(redirectOf(made)).toEqual({ status: 303, to: home, toast: 'export_scheduled' });
    expect(s3.text('from-the-page/scarf-test.csv')).toMatch(/^id,type,/);
    let { schedules } = (await grace.open(exportsPage, org)).data;
    expect(schedules).toMatchObject({
      exports: [
        {
          to: `s3://${storageBucket}/from-the-page`,
          what: ['Events of all packages and all pixels', 'Companies', 'Only acme.example, b.example'],
          madeBy: 'grace',
        },
      ],
      runs: [],
    });
    expect(JSON.stringify(schedules)).not.toContain(storageKeys.secretAccessKey);
    let params = { ...org, exportId: schedules?.exports[0]?.id };
    expect(redirectOf(await grace.post(runNow, params))).toEqual({ status: 303, to: home, toast: 'export_started' });
    await world.gateway.exports.runDue();
    let [run] = (await grace.open(exportsPage, org)).data.schedules?.runs ?? [];
    expect(run).toMatchObject({ status: 'done', byHand: true, reason: '', rows: '0' });
    expect(run?.files).toEqual([
      `events-scarf-export-${run?.date}-${run?.date}.csv`,
      `company-rollups-scarf-export-${run?.date}-${run?.date}.csv`,
    ]);
    expect(run?.size).toMatch(/^\d+ B$/);
    expect(redirectOf(await grace.post(remove, params))).toEqual({ status: 303, to: home, toast: 'export_removed' });
    expect(await scheduled()).toEqual([]);
    expect((await grace.open(exportsPage, org)).data.schedules?.runs).toHaveLength(1);
  });

  test('exports the selected packages only', async () => {
    env.flags.showS3ExportUi = true;
    let chosen = { packages: 'chosen', package_ids: tool, pixels: 'none', filter_id: filter, format: 'parquet' };
    await grace.post(schedule, org, form(chosen));
    let [made] = await scheduled();
    expect(made).toMatchObject({
      package_ids: [tool],
      tracking_pixel_ids: 'none',
      filter_id: filter,
      format: 'parquet',
    });
    let { schedules } = (await grace.open(exportsPage, org)).data;
    expect(schedules?.exports[0]?.what).toEqual(['Events of 1 package', 'Filter: Version two', 'Format: Parquet']);
    await grace.post(remove, { ...org, exportId: made?.id });
  });

  // @spec 5: Invalid S3 URI is shown on its field; input is kept, except the secret
  // @spec 5: 'This is a required field.'
  test.each([
    [{ s3_uri: 'my-bucket' }, 's3_uri', 'Invalid S3 URI'],
    [{ endpoint: 'storage' }, 'endpoint', 'Invalid URL'],
    [{ region: '' }, 'region', 'This is a required field.'],
    [{ access_key_id: '' }, 'access_key_id', 'This is a required field.'],
    [{ packages: 'none', pixels: 'none' }, 'packages', 'Choose packages, pixels or companies to export.'],
    [{ packages: 'chosen' }, 'packages', 'Choose packages, pixels or companies to export.'],
    [{ access_key_id: 'AKIANOBODY' }, 'access_key_id', 'Unknown access key.'],
    [{ secret_access_key: 'wrong' }, 'secret_access_key', 'Wrong secret for this access key.'],
    [{ s3_uri: 's3://another-bucket/x' }, 's3_uri', 'Bucket not found.'],
    [{ region: 'us-east-1' }, 'region', 'The bucket is in another region.'],
    [{ endpoint: 'http://127.0.0.1:1' }, 'endpoint', 'Could not connect to the storage at this URL.'],
    [{ endpoint: 'http://10.0.0.1' }, 'endpoint', 'This URL is on a private network, where sending is not allowed.'],
  ])('is refused for %o, and the form keeps everything except the secret', async (wrong, field, words) => {
    env.flags.showS3ExportUi = true;
    let given: Record<string, string> = form({ company_domains: 'acme.example', ...wrong });
    let { status, error, kept } = await refusedForm(await grace.post(schedule, org, given));
    expect({ status, error }).toEqual({ status: 422, error: { [field]: [words] } });
    let { secret_access_key: secret, ...shown } = given;
    expect(kept).toMatchObject(Object.fromEntries(Object.entries(shown).filter(([, value]) => value !== '')));
    expect(JSON.stringify(kept)).not.toContain(secret);
    expect(await scheduled()).toEqual([]);
  });

  // @spec 6: Flag showS3ExportUi off: no daily exports, posts answer 404
  test('is not there without its flag', async () => {
    let posts = [
      () => grace.post(schedule, org, form()),
      () => grace.post(runNow, { ...org, exportId: '1' }),
      () => grace.post(remove, { ...org, exportId: '1' }),
    ];
    for (let post of posts) expect((await post()).status).toBe(404);
    expect(await scheduled()).toEqual([]);
  });

  test('addresses that accept posts lead visits to the page', async () => {
    for (let loader of [runs, removal])
      expect(redirectOf((await grace.open(loader, { ...org, exportId: '1' })) as Response).to).toBe(home);
  });
});

describe('members', () => {
  // @spec 2: The exports page is reached from the organization's pages (tab, owners and admins
  //   only)
  // @spec 6: Members do not export: no page, no button, and the gateway refuses
  test('have no link, page or file', async () => {
    env.flags.showS3ExportUi = true;
    let labels = async (who: Browser) => sectionsOf(await who.open(appShell, org));
    expect(await labels(grace)).toContain('Exports');
    expect(await labels(linus)).not.toContain('Exports');
    let refusal = { status: 403, code: 'permission-not-granted' };
    for (let loader of [exportsPage, exportFile, runs, removal])
      expect(await refusalOf(linus.open(loader as typeof runs, { ...org, exportId: '1' }))).toEqual(refusal);
    for (let action of [schedule, runNow, remove])
      expect((await linus.post(action, { ...org, exportId: '1' }, form())).status).toBe(403);
  });

  test('have no exports of another organization either', async () => {
    let ada = await browserOf(world, 'ada');
    expect((await refusalOf(ada.open(exportsPage, org))).status).toBe(403);
  });
});

describe('export companies', () => {
  // @spec 2: filter_id holds on the insights page's export link
  test('has the companies of the list, with its range, filter and search', async () => {
    env.flags.showCompanyExportsButton = true;
    let file = async (query: string) => {
      let answer = (await grace.open(companiesFile, org, `/insights/hopper-labs/companies.csv${query}`)) as Response;
      return (await answer.text()).trimEnd().split('\n').slice(1);
    };
    expect(await file('?range=last-7-days')).toHaveLength(1);
    expect((await file(`?filter_id=${filter}`))[0]).toMatch(/^Acme,acme\.example,investigation,1,1,/);
    expect(await file('?q=nobody')).toEqual([]);
    expect(await file('?stage=inactive')).toEqual([]);
    let wrong = (await grace.open(companiesFile, org, '/?from=2026-03-02&to=2026-03-01')) as Response;
    expect(redirectOf(wrong).to).toBe('/insights/hopper-labs?from=2026-03-02&to=2026-03-01');
  });

  // @spec 6: Flag showCompanyExportsButton: "Export companies" on the insights page, for those who
  //   may
  test('has a button for people with permission, when its flag is on', async () => {
    let button = async (who: Browser) => (await who.open(insightsPage, org)).data.may.export;
    expect(await button(grace)).toBe(false);
    env.flags.showCompanyExportsButton = true;
    expect(await button(grace)).toBe(true);
    expect(await button(linus)).toBe(false);
    let refused = (await linus.open(companiesFile, org, '/')) as Response;
    expect(redirectOf(refused)).toEqual({ status: 303, to: '/insights/hopper-labs', toast: 'permission_not_granted' });
  });

  // @spec 6: Flag showCompanyExportsButton (or showInsightsPage) off: no file
  test.each(['showCompanyExportsButton', 'showInsightsPage'] as const)('has no button without %s', async (flag) => {
    env.flags.showCompanyExportsButton = true;
    env.flags[flag] = false;
    expect(await refusalOf(grace.open(companiesFile, org))).toEqual({ status: 404, code: 'not-found' });
  });
});

// @spec 2: Context switching on the exports page: the exports of the other owner, as people have an
//   exports page here too
test('switching the owner leads to the exports of the other one', () => {
  expect(switchOwner(home, { tag: 'organization', context: 'other' })).toBe('/organizations/other/exports');
  expect(switchOwner(home, { tag: 'user', context: 'ada' })).toBe('/account/exports');
});
