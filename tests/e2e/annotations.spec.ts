import { expect, test } from './product';

test(
  'an annotation is written at a day of a chart, shown on it with its author, changed and deleted',
  { tag: '@slow' },
  async ({ page, signInAs }, { project }) => {
    let text = `Launch post, ${project.name}`;
    await signInAs('grace');
    await page.goto('/analytics/hopper-labs?range=last-7-days');
    let day = page.getByRole('group', { name: 'Downloads over time, point by point' }).getByRole('link').nth(2);
    let chosen = new URL((await day.getAttribute('href'))!, page.url()).searchParams.get('to')!;
    await day.click();
    await page.getByRole('link', { name: 'Add annotation' }).click();
    await expect(page.getByLabel('Day (UTC)')).toHaveValue(chosen);
    await page.getByLabel('Annotation', { exact: true }).fill(text);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Annotation saved.')).toBeVisible();
    await expect(page).toHaveURL(/\/analytics\/hopper-labs\?.*from=/);
    let written = page.getByRole('list', { name: 'Annotations' }).getByRole('listitem').filter({ hasText: text });
    await expect(written).toContainText(/by grace, \w+ \d+, \d{4}/);
    await page.goto('/analytics/hopper-labs?range=last-7-days');
    await expect(page.getByRole('group', { name: /^Downloads over time/ }).getByText(text)).toHaveCount(1);
    await written.getByRole('link', { name: /^Change/ }).click();
    await page.getByLabel('Annotation', { exact: true }).fill(`${text}, changed`);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(written).toContainText('changed');
    await page.getByRole('link', { name: /^All annotations/ }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Annotations' })).toBeVisible();
    await page
      .getByRole('searchbox', { name: 'Search' })
      .fill(project.name === 'script' ? 'post, script' : 'post, no-script');
    await page.getByRole('button', { name: 'Search' }).click();
    let row = page.getByRole('row', { name: text });
    await expect(page.getByRole('row')).toHaveCount(2);
    await row.getByRole('button', { name: /^Delete/ }).click();
    await expect(page.getByText('Annotation deleted.')).toBeVisible();
    await expect(row).toHaveCount(0);
  },
);

test('members read annotations and write none', { tag: '@slow' }, async ({ page, signInAs }) => {
  await signInAs('linus');
  await page.goto('/analytics/hopper-labs?range=last-30-days');
  let list = page.getByRole('list', { name: 'Annotations' });
  await expect(list).toContainText('Documentation moved to its own site by grace');
  await expect(list.getByRole('link')).toHaveCount(0);
  await page.getByRole('link', { name: 'All annotations' }).click();
  await expect(page.getByRole('row', { name: /Launch post on the front page/ })).toContainText('flowmatic');
  await expect(page.getByRole('link', { name: 'Add annotation' })).toHaveCount(0);
});
