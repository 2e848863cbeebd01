/** Reports begin with their chart: on a wide screen and on a phone, it starts above the fold. */
import { expect, test } from './product';

/** Without scripts, the tools have a button more. */
const applyHeight = 50;

test.describe('at 1280 px', () => {
  test.use({ viewport: { width: 1280, height: 900 } });

  test('the report is at most 2,000 px high', async ({ page, signInAs, javaScriptEnabled }) => {
    await signInAs('grace');
    await page.goto('/analytics/hopper-labs');
    await expect(page.getByRole('region', { name: 'Places' })).toBeVisible();
    let height = await page.evaluate('document.documentElement.scrollHeight');
    expect(height).toBeLessThanOrEqual(2000 + (javaScriptEnabled ? 0 : applyHeight));
  });
});

for (let [width, top] of [
  [1440, 450],
  [360, 480],
] as const)
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 900 } });

    test('what a company uses starts below its chart', async ({ page, signInAs, javaScriptEnabled }) => {
      await signInAs('grace');
      await page.goto('/companies/hopper-labs/northwind-robotics.example');
      let used = page.getByRole('region', { name: 'Packages and pixels', exact: true });
      expect((await used.boundingBox())?.y).toBeLessThanOrEqual(
        (width === 360 ? 960 : 900) + (javaScriptEnabled ? 0 : applyHeight),
      );
    });

    for (let [path, limit] of [
      ['/analytics/hopper-labs', top],
      ['/home/hopper-labs', top + 30],
    ] as const)
      test(`the first chart of ${path} starts above y = ${limit}`, async ({ page, signInAs, javaScriptEnabled }) => {
        await signInAs('grace');
        await page.goto(path);
        let chart = page.getByRole('main').locator('figure svg[role=img]').first();
        await expect(chart).toBeVisible();
        expect((await chart.boundingBox())?.y).toBeLessThanOrEqual(limit + (javaScriptEnabled ? 0 : applyHeight));
      });
  });
