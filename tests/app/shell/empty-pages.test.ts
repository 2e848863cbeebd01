/** What pages without numbers say to do next, against a real gateway. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { env } from 'app/config/env.server';
import { loader as exportsPage } from 'app/routes/_app.organizations.$owner.exports';
import { loader as leadsPage } from 'app/routes/_app.organizations.$owner.lead-generation';
import { loader as analyticsPage } from 'app/routes/_app.analytics.$owner._index';
import { loader as companiesPage } from 'app/routes/_app.insights.$owner';
import { packagesApi } from 'contract/packages/packages';
import { dayMs } from 'contract/floor/time';
import { browserOf } from '../../support/dashboard';
import { madeEvent } from '../../support/made-event';
import { createWorld, type World } from '../../support/world';

const owner = 'ada';

let world: World;

beforeAll(async () => {
  env.flags.showInsightsPage = true;
  world = await createWorld();
});
afterAll(() => world.close());

/** The next steps of the pages of companies, leads, exports and analytics of ada. */
async function nextSteps() {
  let ada = await browserOf(world, 'ada');
  return [
    (await ada.open(companiesPage, { owner })).data.next,
    (await ada.open(leadsPage, {})).next,
    (await ada.open(exportsPage, {})).data.next,
    (await ada.open(analyticsPage, { owner })).data.next,
  ];
}

test('pages without numbers have the one next step of an owner, until something was counted', async () => {
  let create = { title: 'No downloads yet', to: '/new-package/ada', label: 'Create a package' };
  expect(await nextSteps()).toMatchObject([create, create, create, null]);

  let maker = await world.as('ada');
  let body = { type: 'docker', name: 'engine', backend_registry: 'ghcr.io' };
  let { id } = await maker.ask(packagesApi.createPackage, { params: { owner }, body: body as never });
  let command = expect.stringMatching(/^docker pull .*\/engine$/);
  let text = 'Share your install command to start collecting data.';
  let record = { title: 'No downloads yet', text, command };
  expect(await nextSteps()).toMatchObject([record, record, record, record]);

  await world.events.append([madeEvent({ artifactId: id, time: world.now() - 200 * dayMs })]);
  expect(await nextSteps()).toEqual([null, null, null, null]);
});

test('a member is not offered what only admins may create', async () => {
  let linus = await browserOf(world, 'linus');
  let { next } = (await linus.open(companiesPage, { owner: 'hopper-labs' })).data;
  expect(next).toMatchObject({ title: 'No downloads yet' });
  expect(next).not.toHaveProperty('to');
});
