import { expect, test } from './product';

test('arrow keys walk through the points of a chart', async ({ page, signInAs }) => {
  await signInAs('grace');
  await page.goto('/analytics/hopper-labs?range=last-7-days');
  let days = page.getByRole('group', { name: 'Downloads over time, point by point' }).getByRole('link');
  await days.last().focus();
  await expect(page.locator('.watched')).toHaveCount(1);
  await page.keyboard.press('ArrowLeft');
  await expect(days.nth(5)).toBeFocused();
  await expect(days.nth(5).locator('.tip')).toHaveCSS('opacity', '1');
  await page.keyboard.press('Home');
  await expect(days.first()).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(days.first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/from=(\d{4}-\d{2}-\d{2})&to=\1/);
});

test('dragging over a chart shows the report of those days', async ({ page, signInAs }) => {
  await signInAs('grace');
  await page.goto('/analytics/hopper-labs?range=last-7-days');
  let days = page.getByRole('group', { name: 'Downloads over time, point by point' }).getByRole('link');
  let day = async (at: number) =>
    new URL((await days.nth(at).getAttribute('href'))!, page.url()).searchParams.get('to');
  let wanted = [await day(1), await day(4)];
  await days.nth(4).hover();
  await expect(page.locator('.watched')).toHaveCount(1);
  await page.mouse.down();
  await days.nth(1).hover();
  await expect(page.locator('.chosen')).toHaveCount(4);
  await page.mouse.up();
  await expect(page).toHaveURL(new RegExp(`from=${wanted[0]}&to=${wanted[1]}`));
  await expect(days).toHaveCount(4);
});

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true });

  test('the first tap shows a point, and the second leads to its report', async ({ page, signInAs }) => {
    await signInAs('grace');
    await page.goto('/analytics/hopper-labs?range=last-7-days');
    let days = page.getByRole('group', { name: 'Downloads over time, point by point' }).getByRole('link');
    await days.last().focus();
    await expect(page.locator('.watched')).toHaveCount(1);
    let address = page.url();
    await days.nth(2).tap();
    await expect(days.nth(2)).toBeFocused();
    await expect(days.nth(2).locator('.tip')).toHaveCSS('opacity', '1');
    expect(page.url()).toBe(address);
    await days.nth(2).tap();
    await expect(page).toHaveURL(/from=(\d{4}-\d{2}-\d{2})&to=\1/);
  });
});
