import { expect, test } from './product';

/** Companies and networks with scripts and without, because both run on one installation. */
const mine = {
  script: { company: 'Meridian Bank', domain: 'meridian-bank.example', unknown: 'Quillworks Holding' },
  'no-script': { company: 'Kestrel Aerospace', domain: 'kestrel-aerospace.example', unknown: 'Copperfield Partners' },
};

function companiesOf(project: string) {
  return mine[project === 'script' ? 'script' : 'no-script'];
}

test(
  'a company removed by a correction leaves the list, is shown as corrected, and returns when the correction is undone',
  { tag: '@slow' },
  async ({ page, signInAs }, { project }) => {
    let { company, domain } = companiesOf(project.name);
    await signInAs('grace');
    await page.goto(`/companies/hopper-labs/${domain}`);
    let networks = page.getByRole('table', { name: 'Networks of this company' });
    await expect(networks).toContainText(`IP registered to ${company}.`);
    await networks.getByRole('button', { name: /^Wrong company/ }).click();
    await expect(page).toHaveURL('/company-corrections/hopper-labs');
    await expect(page.getByText('Saved. Applies to past and future events.')).toBeVisible();
    let row = page.getByRole('table', { name: 'Corrections, newest first' }).getByRole('row', { name: company });
    await expect(row).toContainText('No company');
    await expect(row).toContainText(/Corrected by grace on \w+ \d+, \d{4}/);
    await page.goto('/insights/hopper-labs?range=last-90-days');
    await expect(page.getByRole('heading', { name: /^\d+ companies$/ })).toBeVisible();
    await expect(page.getByRole('link', { name: company })).toHaveCount(0);
    expect((await page.goto(`/companies/hopper-labs/${domain}`))?.status()).toBe(404);
    await page.goto('/insights/hopper-labs');
    await page.getByRole('link', { name: 'Corrections' }).click();
    await row.getByRole('button', { name: /^Remove/ }).click();
    await expect(page.getByText('Correction removed.')).toBeVisible();
    await expect(row).toHaveCount(0);
    await page.goto('/insights/hopper-labs?range=last-90-days');
    await expect(page.getByRole('link', { name: company })).toBeVisible();
  },
);

test(
  'a network without a company is assigned to one, whose page shows who did it',
  { tag: '@slow' },
  async ({ page, signInAs }, { project }) => {
    let { unknown } = companiesOf(project.name);
    let domain = `${unknown.split(' ')[0]!.toLowerCase()}.example`;
    await signInAs('grace');
    await page.goto('/company-corrections/hopper-labs');
    let unnamed = page.getByRole('table', { name: 'Networks, the one with the most events first' });
    await unnamed.getByRole('link', { name: new RegExp(`^This is them AS\\d+ ${unknown}`) }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Enter the name or domain of the company.')).toBeVisible();
    await page.getByLabel('Domain of the company').fill(domain);
    await page.getByLabel('Name of the company').fill('Inkwell');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page).toHaveURL('/company-corrections/hopper-labs');
    await page.getByRole('link', { name: `Inkwell (${domain})` }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Inkwell' })).toBeVisible();
    await expect(
      page.getByText(/Corrected by grace on \d{4}-\d\d-\d\d: the network belongs to Inkwell\./).first(),
    ).toBeVisible();
    await page
      .getByRole('table', { name: 'Networks of this company' })
      .getByRole('button', { name: /^Remove/ })
      .click();
    await expect(page.getByText('Correction removed.')).toBeVisible();
    await expect(unnamed.getByRole('row', { name: new RegExp(unknown) })).toBeVisible();
  },
);

test(
  'a match of low confidence is left out, shown by a link, and confirmed',
  { tag: '@slow' },
  async ({ page, signInAs }, { project }) => {
    await signInAs('grace');
    await page.goto('/insights/hopper-labs?range=last-90-days');
    await expect(page.getByRole('link', { name: 'Harmattan Trading' })).toHaveCount(0);
    await expect(page.getByText('1 uncertain match hidden')).toBeVisible();
    await page.getByRole('link', { name: 'Show uncertain matches' }).click();
    await page.getByRole('link', { name: 'Harmattan Trading' }).click();
    await expect(page).toHaveURL(/low=show/);
    if (project.name === 'script') return;
    await page.getByRole('button', { name: /^This is them/ }).click();
    await expect(page.getByText('Saved. Applies to past and future events.')).toBeVisible();
    await page
      .getByRole('row', { name: /Harmattan/ })
      .getByRole('button', { name: /^Remove/ })
      .click();
    await expect(page.getByText('Correction removed.')).toBeVisible();
  },
);
