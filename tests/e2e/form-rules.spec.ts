/**
 * Errors are shown on their field before the form is sent, and again after the server refused it.
 */
import type { Page } from '@playwright/test';
import { allPages, mainPages } from '../support/pages';
import { expect, test, withoutBrowserChecks } from './product';

const name = 'Use letters, digits and hyphens. Start and end with a letter or digit.';
const isWithoutScripts = ({ javaScriptEnabled }: { javaScriptEnabled?: boolean | undefined }) =>
  javaScriptEnabled === false;

/** The addresses of the posts that a page sends from now on. */
function postsOf(page: Page): string[] {
  let posts: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') posts.push(request.url());
  });
  return posts;
}

// @spec 5: Every rule is shown on its field before anything is sent: with scripts by the rule
//   itself, without by the browser's own check, and it is the rule of the server
test('the registration shows an error on each field, and sends nothing until all are valid', async ({
  page,
  fresh,
}, info) => {
  let posts = postsOf(page);
  let person = fresh('ruled');
  await page.goto('/register');
  await page.getByLabel('Username').fill('-ada-');
  await page.getByLabel('Email').fill('ada');
  await page.getByLabel('Password', { exact: true }).fill('aaaaaa');
  await page.getByLabel('Confirm password').fill('aaaaab');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText(name)).toBeVisible();
  await expect(page.getByText('This email is not valid.')).toBeVisible();
  await expect(page.getByText(/Use at least two different characters/)).toBeVisible();
  // Only a script can compare two fields.
  let different = page.getByText('The passwords do not match.');
  await (isWithoutScripts(info.project.use) ? expect(different).toBeHidden() : expect(different).toBeVisible());
  expect(posts).toEqual([]);

  await page.getByLabel('Username').fill(person);
  await expect(page.getByText(name)).toBeHidden();
  await page.getByLabel('Email').fill(`${person}@example.com`);
  await page.getByLabel('Password', { exact: true }).fill('a-good-password');
  await page.getByLabel('Confirm password').fill('a-good-password');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL(/\/(home|packages|new-package)/);
});

test('an error is read with its field once it is shown, not before', async ({ page }) => {
  await page.goto('/register');
  for (let label of ['Username', 'Email', 'Password', 'Confirm password'])
    await expect(page.getByLabel(label, { exact: true })).not.toHaveAccessibleDescription(/valid|Enter a|Use letters/);
  let field = page.getByLabel('Username');
  await field.fill('-ada-');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText(name)).toBeVisible();
  let said = await field.evaluate((input) =>
    ['aria-describedby', 'aria-errormessage']
      .flatMap((by) => (input.getAttribute(by) ?? '').split(' '))
      .map((id) => document.getElementById(id)?.textContent),
  );
  expect(said.join(' ')).toContain(name);
});

// @spec 5: The server shows the same error on the field; input is kept, except passwords
test('the server shows the same errors without the browser’s checks, and the form keeps the values', async ({
  page,
}) => {
  await page.goto('/register');
  await withoutBrowserChecks(page);
  await page.getByLabel('Username').fill('-ada-');
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByLabel('Password', { exact: true }).fill('a-good-password');
  await page.getByLabel('Confirm password').fill('another-password');
  await page.getByRole('button', { name: 'Create account' }).click();
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
  expect(posts).toEqual([]);
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
    await withoutBrowserChecks(page);
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
    async ({ page, signInAs }, info) => {
      test.skip(!isWithoutScripts(info.project.use), 'with scripts the form is not sent');
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
