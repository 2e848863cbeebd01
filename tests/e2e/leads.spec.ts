import { goodKey } from '../support/fake-data-provider';
import { expect, test } from './product';

// @spec 2: Route /account/lead-generation
test(
  'a questionnaire is answered, filters the leads, and keeps refused values',
  { tag: '@slow' },
  async ({ page, signInAs }, info) => {
    // Both projects share one installation and run at the same time, so each has its own account.
    let person = info.project.name === 'script' ? 'ada' : 'linus';
    await signInAs(person);
    await page.goto(`/home/${person}`);
    await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Leads' }).click();
    await page.getByRole('navigation', { name: 'Leads' }).getByRole('link', { name: 'Questionnaire' }).click();
    await page.getByLabel('Countries').fill('Germany, Atlantis');
    await page.getByLabel('Technologies').fill('docker');
    await page.getByLabel('Job titles').first().fill('CTO, Head of Platform');
    await page.getByLabel('Recipients').selectOption('I do');
    await page.getByRole('button', { name: 'Save questionnaire' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'English name or two-letter code' })).toBeVisible();
    await expect(page.getByLabel('Technologies')).toHaveValue('docker');
    await expect(page.getByLabel('Recipients')).toHaveValue('owners');
    await page.getByLabel('Countries').fill('germany, fr');
    await page.getByRole('checkbox', { name: 'Interest' }).check();
    await page.getByRole('button', { name: 'Save questionnaire' }).click();
    await expect(page.getByText(`by ${person}.`)).toBeVisible();
    await expect(page.getByLabel('Countries')).toHaveValue('Germany, France');
    await expect(page.getByRole('checkbox', { name: 'Interest' })).toBeChecked();

    await page.getByText('Persona 1').click();
    await page.getByLabel('Job titles').first().fill('');
    await page.getByText('Persona 2').click();
    await page.getByLabel('Job titles').nth(1).fill('CFO');
    await page.getByRole('button', { name: 'Save questionnaire' }).click();
    await expect(page.getByText('Persona 1 CFO')).toBeVisible();
    await expect(page.getByText('Persona 2 empty')).toBeVisible();
  },
);

// @spec 2: Route /organizations/[owner]/lead-generation
test('leads have reasons, and can be filtered and exported', async ({ page, signInAs }) => {
  await signInAs('grace');
  await page.goto('/organizations/hopper-labs/lead-generation');
  let table = page.getByRole('region', { name: 'Qualified leads', exact: true });
  await expect(table.getByRole('link', { name: 'Northwind Robotics' })).toBeVisible();
  await expect(table.getByRole('columnheader', { name: 'Score' })).toHaveAttribute('aria-sort', 'descending');
  let reason = table.getByText(/downloads? .*in 30 days/).first();
  await expect(reason).toBeHidden();
  await table.locator('summary').first().click();
  await expect(reason).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save questionnaire' })).toHaveCount(0);
  await table.getByRole('link', { name: 'Last seen' }).click();
  await expect(page).toHaveURL(/sort=last-seen/);
  await expect(table.getByRole('columnheader', { name: 'Last seen' })).toHaveAttribute('aria-sort', 'descending');
  await expect(page.getByText('Ask for: Head of Platform, CTO')).toBeVisible();
  await expect(page.getByText('Tidewater University')).toHaveCount(0);
  await page.locator('summary').filter({ hasText: 'How scoring works' }).click();
  await expect(page.getByText('Volume, up to 20')).toBeVisible();
  await page.getByLabel('Name or domain').fill('meridian');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/q=meridian/);
  await expect(page.getByRole('heading', { name: '1 qualified lead' })).toBeVisible();
  let address = await page.getByRole('link', { name: 'Export leads' }).getAttribute('href');
  let file = await page.context().request.get(address ?? '');
  expect(file.headers()['content-disposition']).toMatch(/^attachment; filename="leads-hopper-labs-/);
  expect((await file.text()).trimEnd().split('\n')).toHaveLength(2);
  await page.getByLabel('Name or domain').fill('nobody here');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Show all leads' }).click();
  await expect(table).toBeVisible();
  let tabs = page.getByRole('navigation', { name: 'Leads' });
  await expect(tabs.getByRole('link', { name: 'Leads' })).toHaveAttribute('aria-current', 'page');
  await tabs.getByRole('link', { name: 'Questionnaire' }).click();
  await expect(page).toHaveURL('/leads/hopper-labs/questionnaire');
  await expect(page.getByRole('button', { name: 'Save questionnaire' })).toBeVisible();
});

test('a member can read leads but not export them', { tag: '@slow' }, async ({ page, signInAs }) => {
  await signInAs('linus');
  await page.goto('/organizations/hopper-labs/lead-generation');
  await expect(page.getByRole('heading', { name: /qualified leads/ })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Export leads' })).toHaveCount(0);
  await page.goto('/leads/hopper-labs/questionnaire');
  await expect(page.getByText('Owners and admins can change it.')).toBeVisible();
  await expect(page.getByText('Aerospace, Banking, Logistics')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save questionnaire' })).toHaveCount(0);
  await expect(page.getByText('Restricted answers')).toHaveCount(0);
  await page.goto('/leads/hopper-labs/leads.csv');
  await expect(page).toHaveURL(/\/organizations\/hopper-labs\/lead-generation$/);
});

test(
  'restricted answers can be changed by owners and admins only',
  { tag: '@slow' },
  async ({ page, signInAs, fresh }) => {
    let notes = fresh('notes');
    await signInAs('mary');
    await page.goto('/leads/hopper-labs/questionnaire');
    await page.getByRole('link', { name: 'Change' }).click();
    await page.getByLabel('Notes on your CRM').fill(notes);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('heading', { name: 'Leads', exact: true })).toBeVisible();
  },
);

// @spec 8: Lead-data provider: enabling and disabling
test('a data provider is switched on, its key changed, and switched off', { tag: '@slow' }, async ({ page, fresh }) => {
  let name = fresh('provided');
  let person = { username: fresh('provider'), password: 'a-good-password', confirm_password: 'a-good-password' };
  let form = { ...person, email: `${person.username}@example.com` };
  await page.context().request.post('/register', { form, maxRedirects: 0 });
  await page.goto('/new-organization/create');
  await page.getByLabel('Organization name').fill(name);
  await page.getByLabel('Billing email').fill('bills@example.com');
  await page.getByRole('button', { name: 'Create organization' }).click();
  // Leaving the page earlier would cancel its request.
  await expect(page).not.toHaveURL('/new-organization/create');
  await page.goto(`/organizations/${name}`);
  await page.getByRole('link', { name: 'Enable Clearbit' }).click();
  await page.getByLabel('API key').fill('no-such-key');
  await page.getByRole('button', { name: 'Enable Clearbit' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Invalid API key' })).toBeVisible();
  await page.getByLabel('API key').fill(goodKey);
  await page.getByRole('button', { name: 'Enable Clearbit' }).click();
  await expect(page.getByText('312 of 2,500 lookups used in this period')).toBeVisible();
  await page.getByRole('link', { name: 'Change key' }).click();
  await page.getByLabel('API key').fill(goodKey);
  await page.getByRole('button', { name: 'Change key' }).click();
  await page.getByRole('button', { name: 'Disable Clearbit' }).click();
  await expect(page.getByRole('link', { name: 'Enable Clearbit' })).toBeVisible();
});

test('an organization without a billing email gets a message', { tag: '@slow' }, async ({ page, signInAs }) => {
  await signInAs('grace');
  await page.goto('/data-providers/hopper-labs/clearbit');
  await page.getByLabel('API key').fill(goodKey);
  await page.getByRole('button', { name: 'Enable Clearbit' }).click();
  await expect(page.getByText('Missing billing email').first()).toBeVisible();
});

// @spec 2: Switching maps /account/lead-generation to /organizations/[owner]/lead-generation and
//   back
test('switching the owner leads to the same page of the other owner', { tag: '@slow' }, async ({ page, signInAs }) => {
  await signInAs('mary');
  let to = async (owner: string, path: string) => {
    let answer = await page.context().request.post('/context', { form: { owner, path }, maxRedirects: 0 });
    return answer.headers().location;
  };
  let theirs = '/organizations/hopper-labs/lead-generation';
  expect(await to('hopper-labs', '/account/lead-generation')).toBe(theirs);
  expect(await to('mary', theirs)).toBe('/account/lead-generation');
  await page.goto('/account/lead-generation');
  await expect(page.getByRole('heading', { name: 'Leads', level: 1 })).toBeVisible();
});
