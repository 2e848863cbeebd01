import { readFileSync } from 'node:fs';
import { expect, test } from './product';

const axe = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');

test('a password that is typed on a signed-in page is shown and hidden again', async ({ page, signInAs }) => {
  await signInAs('ada');
  await page.goto('/account/security', { waitUntil: 'networkidle' });
  let field = page.getByLabel('New password', { exact: true });
  await field.fill('something-long-1');
  let box = page.locator('div', { has: field }).last();
  await box.getByRole('button', { name: 'Show what is typed' }).click();
  await expect(field).toHaveAttribute('type', 'text');
  await expect(field).toHaveValue('something-long-1');
  await box.getByRole('button', { name: 'Hide what is typed' }).click();
  await expect(field).toHaveAttribute('type', 'password');
});

// @spec 2: Hidden dialog 'App Configuration' on Ctrl/Cmd+I
test('Ctrl+I opens the configuration for an admin; Escape closes it and restores the focus', async ({
  page,
  signInAs,
}) => {
  await signInAs('root');
  await page.goto('/pixels/root', { waitUntil: 'networkidle' });
  let first = page.getByRole('link', { name: /Landfall/ }).first();
  for (let key of ['Control+i', 'Meta+i']) {
    await first.focus();
    await page.keyboard.press(key);
    let dialog = page.getByRole('dialog', { name: 'App Configuration' });
    await expect(dialog.getByRole('region', { name: 'Feature flags' })).toContainText('showInsightsPage');
    await expect(dialog.getByRole('region', { name: 'Settings' })).toContainText('GATEWAY_DOMAIN');
    await expect(dialog).not.toContainText(/SECRET/);
    await page.evaluate(axe);
    let violations = await page.evaluate(async () => {
      let result = await (window as unknown as { axe: typeof import('axe-core') }).axe.run('[role=dialog]');
      return result.violations.map(({ id }) => id);
    });
    expect(violations).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(first).toBeFocused();
  }
});

test(
  'others see only the flags, and nothing is fetched before the key is pressed',
  { tag: '@slow' },
  async ({ page, signInAs }) => {
    let asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await signInAs('ada');
    await page.goto('/pixels/ada', { waitUntil: 'networkidle' });
    expect(asked.filter((path) => /configuration/.test(path))).toEqual([]);
    await page.keyboard.press('Control+i');
    let dialog = page.getByRole('dialog', { name: 'App Configuration' });
    await expect(dialog.getByRole('region', { name: 'Feature flags' })).toBeVisible();
    await expect(dialog.getByRole('region', { name: 'Settings' })).toHaveCount(0);
    expect(asked).toContain('/app-configuration.json');
  },
);

/** The addresses of the page's scripts that were prefetched. */
function prefetchedScripts(page: import('@playwright/test').Page): Promise<string[]> {
  return page
    .locator('link[rel=prefetch][as=script]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
}

// @spec 9: Link prefetch margin 200px (the page's code, never its data)
test('the code of a page is prefetched when its link is within 200 px of the screen, its data never', async ({
  page,
  signInAs,
}) => {
  await signInAs('grace');
  await page.setViewportSize({ width: 1_000, height: 500 });
  let data: string[] = [];
  page.on('request', (request) => /\.data(\?|$)/.test(request.url()) && data.push(request.url()));
  await page.goto('/home/hopper-labs', { waitUntil: 'networkidle' });
  let link = page.locator('main a[href^="/companies/"]').first();
  let top = await link.evaluate((element) => element.getBoundingClientRect().top + window.scrollY);
  let stopAbove = (below: number) => page.evaluate((to) => window.scrollTo(0, to), top - 500 - below);
  let ahead = async () => {
    await page.mouse.move(Math.random() * 500, 10);
    return (await prefetchedScripts(page)).filter((href) => href.includes('_app.companies'));
  };
  expect(top).toBeGreaterThan(800);
  await expect.poll(() => ahead().then(() => prefetchedScripts(page))).not.toEqual([]);
  await stopAbove(300);
  await page.waitForTimeout(1_000);
  expect(await ahead()).toEqual([]);
  await stopAbove(150);
  await expect.poll(ahead).toHaveLength(1);
  expect(data).toEqual([]);
});

// @spec 9: Link prefetch: nothing ahead with Save-Data or a slow connection
test('nothing is prefetched with Save-Data', { tag: '@slow' }, async ({ page, signInAs }) => {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true }),
  );
  await signInAs('grace');
  await page.goto('/home/hopper-labs', { waitUntil: 'networkidle' });
  let part = page.waitForResponse(/\/assets\/prefetch-/);
  await page.mouse.move(200, 200);
  await part;
  await page.mouse.wheel(0, 400);
  await page.waitForTimeout(1_000);
  expect(await prefetchedScripts(page)).toEqual([]);
});

// @spec 9: Loading animation: shown by a page that takes longer than a second
test('a slow page shows the animation until it has loaded', { tag: '@slow' }, async ({ page, signInAs }) => {
  await signInAs('grace');
  await page.goto('/pixels/grace', { waitUntil: 'networkidle' });
  let release = () => {};
  let held = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/organizations\.data/, async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('link', { name: 'Organizations' }).first().click();
  let sign = page.getByRole('status').filter({ hasText: 'Loading' });
  await expect(sign).toBeVisible();
  let box = await sign.locator('.loading-frames').boundingBox();
  expect([box?.width, box?.height]).toEqual([200, 200]);
  release();
  await expect(page).toHaveURL(/\/organizations$/);
  await expect(sign).toHaveCount(0);
});

// @spec 9: Lazy parts say so when they take long
test(
  'a dialog whose code loads slowly shows a loading state after a moment',
  { tag: '@slow' },
  async ({ page, signInAs }) => {
    await signInAs('grace');
    let release = () => {};
    let held = new Promise<void>((resolve) => (release = resolve));
    await page.route(/\/assets\/configuration-dialog-/, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/pixels/grace', { waitUntil: 'networkidle' });
    await page.keyboard.press('Control+i');
    await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toBeVisible();
    release();
    await expect(page.getByRole('dialog', { name: 'App Configuration' })).toBeVisible();
  },
);

// @spec 9: Loading animation: does not move for people who prefer reduced motion
test(
  'the animation has 49 frames at about 30 a second, and does not move for people who prefer reduced motion',
  { tag: '@slow' },
  async ({ page }) => {
    let style = () =>
      page.locator('.loading-frames').evaluate((element) => {
        let { animationName, animationDuration, animationTimingFunction, width, height } = getComputedStyle(element);
        return { animationName, animationDuration, animationTimingFunction, width, height };
      });
    await page.goto('/components');
    let { animationDuration, ...rest } = await style();
    expect(rest).toEqual({
      animationName: 'loading-frames',
      animationTimingFunction: 'steps(49)',
      width: '200px',
      height: '200px',
    });
    expect(49 / parseFloat(animationDuration)).toBeCloseTo(30, 0);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    expect((await style()).animationName).toBe('none');
  },
);

// @spec 2: Toasts: top-center
// @spec 9: Toast 4000 ms
test('a toast is shown at the top center for four seconds', { tag: '@slow' }, async ({ page }) => {
  await page.goto('/components', { waitUntil: 'networkidle' });
  await page.getByRole('button', { name: 'Show info' }).click();
  let toast = page.locator('[data-sonner-toast]');
  await expect(toast).toContainText('Your email was already verified');
  let shown = Date.now();
  await expect(page.locator('[data-sonner-toaster]')).toHaveAttribute('data-y-position', 'top');
  await expect(page.locator('[data-sonner-toaster]')).toHaveAttribute('data-x-position', 'center');
  let box = (await toast.boundingBox())!;
  for (let link of await page.getByRole('banner').getByRole('link').all()) {
    let { x, width } = (await link.boundingBox())!;
    expect(x + width <= box.x || x >= box.x + box.width).toBe(true);
  }
  await expect(toast).toHaveCount(0);
  expect(Date.now() - shown).toBeGreaterThan(2_500);
});

test('a page without scripts of its own starts at its top, or at the part that the link names', async ({
  page,
  signInAs,
}) => {
  await page.setViewportSize({ width: 1280, height: 500 });
  await signInAs('grace');
  await page.goto('/analytics/hopper-labs');
  await page.getByRole('contentinfo').getByRole('link', { name: 'How we count' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'How we count' })).toBeInViewport();
  await page.goBack();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(500);
  await page.getByRole('region', { name: 'What is counted' }).locator('summary').first().click();
  await page.getByRole('region', { name: 'What is counted' }).locator('a[href^="/how-we-count#"]').first().click();
  await expect(page).toHaveURL(/\/how-we-count#/);
  await expect(page.locator(new URL(page.url()).hash)).toBeInViewport();
});

test('tabs do not scroll vertically', async ({ page, signInAs }) => {
  await signInAs('grace');
  await page.goto('/analytics/hopper-labs');
  let over = (bars: Element[]) => bars.map((bar) => bar.scrollHeight - bar.clientHeight);
  let found = await page.locator('nav.scrolls').evaluateAll(over);
  expect(found.length).toBeGreaterThan(0);
  expect(new Set(found)).toEqual(new Set([0]));
});
