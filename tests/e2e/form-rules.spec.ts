/**
 * Each field shows the one rule that is broken, before the form is sent or after the server refused it.
 */
import type { Page } from '@playwright/test';
import { allPages, mainPages } from '../support/pages';
import { expect, hasScripts, test } from './product';

const name = 'Use letters, digits and hyphens. Start and end with a letter or digit.';

/** The addresses of the posts that a page sends from now on. */
function postsOf(page: Page): string[] {
  let posts: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') posts.push(request.url());
  });
  return posts;
}

// @spec 5: Each field shows the one rule that is broken: with scripts before anything is sent, without by the
//   server, and it is the same rule
test('the registration shows one sentence on each field, the rule that is broken', async ({ page, fresh }) => {
  let person = fresh('ruled');
  let said = (label: string) => expect(page.getByLabel(label, { exact: true }));
  await page.goto('/register');
  await expect(page.locator('.field-error')).toHaveCount(0);
  await page.getByRole('button', { name: 'Create account' }).click();
  await said('Username').toHaveAccessibleDescription('Enter a username. Part of your download URLs.');
  await said('Email').toHaveAccessibleDescription('Enter an email.');
  await said('Password').toHaveAccessibleDescription('Enter a password.');
  await said('Confirm password').toHaveAccessibleDescription('Confirm your password.');
  await page.getByLabel('Username').fill('-ada-');
  await page.getByLabel('Email').fill('ada');
  await page.getByLabel('Password', { exact: true }).fill('aaaaaa');
  await page.getByLabel('Confirm password').fill('aaaaab');
  await page.getByRole('button', { name: 'Create account' }).click();
  await said('Username').toHaveAccessibleDescription(`${name} Part of your download URLs.`);
  await said('Email').toHaveAccessibleDescription('This email is not valid.');
  await said('Password').toHaveAccessibleDescription('Use at least two different characters.');
  await said('Confirm password').toHaveAccessibleDescription('The passwords do not match.');
  await expect(page.locator('.field-error')).toHaveCount(4);

  await page.getByLabel('Username').fill(person);
  await page.getByLabel('Email').fill(`${person}@example.com`);
  await page.getByLabel('Password', { exact: true }).fill('a-good-password');
  await page.getByLabel('Confirm password').fill('a-good-password');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL(/\/(home|packages|new-package)/);
});

// @spec 5: The server shows the same error on the field; input is kept, except passwords
test('a form that the server refuses keeps its values, except passwords', async ({ page }) => {
  await page.goto('/register');
  await page.getByLabel('Username').fill('-ada-');
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByLabel('Password', { exact: true }).fill('a-good-password');
  await page.getByLabel('Confirm password').fill('another-password');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByLabel('Username')).toHaveAccessibleDescription(new RegExp(name));
  await expect(page.getByLabel('Username')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('Confirm password')).toHaveAccessibleDescription('The passwords do not match.');
  await expect(page.getByLabel('Username')).toHaveValue('-ada-');
  await expect(page.getByLabel('Email')).toHaveValue('ada@example.com');
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
});

test('a package is checked before it is created; an error in a collapsed section is shown', async ({
  page,
  signInAs,
}) => {
  let posts = postsOf(page);
  await signInAs('grace');
  await page.goto('/new-package/hopper-labs?type=file');
  await page.getByLabel('Name', { exact: true }).fill('.hidden');
  await page.getByLabel('Download path').fill('tool');
  await page.getByText('Custom domain (optional)').click();
  await page.getByLabel('Domain', { exact: true }).fill('not a domain');
  await page.getByText('Custom domain (optional)').click({ force: true });
  await page.getByRole('button', { name: 'Create package' }).click();
  await expect(page.getByText('This name contains characters that are not allowed.').last()).toBeVisible();
  await expect(page.getByText('Start the path with a slash.').last()).toBeVisible();
  await expect(page.getByText('This is not a valid domain name.').last()).toBeVisible();
  await expect(page.getByLabel('Domain', { exact: true })).toBeVisible();
  if (!hasScripts()) return;
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
  expect(posts).toEqual([]);
});

test('the name typed as confirmation is compared before anything is deleted', async ({ page, signInAs }) => {
  let posts = postsOf(page);
  await signInAs('grace');
  await page.goto('/packages/hopper-labs/file/flowmatic/delete');
  await page.getByRole('textbox').last().fill('flowmatik');
  await page.getByRole('button', { name: 'Delete package' }).click();
  await expect(page.getByText('Type the name exactly as shown.').last()).toBeVisible();
  if (hasScripts()) expect(posts).toEqual([]);
  await page.goto('/packages/hopper-labs/file/flowmatic');
  await expect(page.getByRole('heading', { name: 'flowmatic' }).first()).toBeVisible();
});

/**
 * The fields that each form of a page marks as required, and the fields that the server refuses
 * when all are empty.
 */
async function neededAndRefused(page: Page, path: string): Promise<[string[], string[]][]> {
  await page.goto(path);
  let marked = 'form[method=post] [aria-invalid=true]';
  let isAsked = 'form[method=post]:has([required])';
  let count = await page.locator(isAsked).count();
  let pairs: [string[], string[]][] = [];
  for (let at = 0; at < count; at++) {
    if (at > 0) await page.goto(path);
    let form = page.locator(isAsked).nth(at);
    let needed = await form
      .locator('[required]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('name') ?? ''));
    await form.evaluate((element: HTMLFormElement) => {
      for (let field of element.elements)
        if (field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && field.type !== 'hidden'))
          if (!['radio', 'checkbox'].includes(field.type)) field.value = '';
      element.requestSubmit();
    });
    await page.locator(marked).first().waitFor();
    await page.waitForLoadState();
    let refused = await page.locator(marked).evaluateAll((all) => all.map((one) => one.getAttribute('name') ?? ''));
    pairs.push([needed, refused]);
  }
  return pairs;
}

for (let { whose, parts, tag, least } of [
  { whose: 'main pages', parts: mainPages, tag: [], least: 3 },
  { whose: 'all pages', parts: allPages, tag: '@slow', least: 26 },
])
  // @spec 5: What a form marks as needed is what the server refuses when it is empty
  test(
    `the fields marked as required are those the server refuses when empty: ${whose}`,
    { tag },
    async ({ page, signInAs }) => {
      test.skip(hasScripts(), 'with scripts the form is not sent');
      test.setTimeout(120_000);
      let forms = 0;
      for (let { person, pages } of parts) {
        await page.context().clearCookies();
        if (person) await signInAs(person);
        for (let [name, path] of pages)
          for (let [needed, refused] of await neededAndRefused(page, path)) {
            forms += 1;
            expect([name, refused]).toEqual([name, needed]);
          }
      }
      expect(forms).toBeGreaterThanOrEqual(least);
    },
  );
