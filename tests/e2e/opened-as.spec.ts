/** Forms are saved for the person who opened them, or not at all. */
import { allPages } from '../support/pages';
import { expect, test } from './product';

test('a form that was opened as one person is not saved for another: it shows what was typed, and sends it on', async ({
  page,
  registerAs,
  signInAs,
  actAs,
  fresh,
}) => {
  let [first, second] = [fresh('first'), fresh('second')];
  for (let person of [first, second]) {
    await page.context().clearCookies();
    await registerAs(person);
  }
  await page.context().clearCookies();
  await signInAs('root');
  await actAs(first);
  await page.goto('/account/retention');
  let days = page.getByLabel('Days');
  await days.fill('999');
  // As in another tab.
  await actAs(second);
  await page.getByRole('main').getByRole('button', { name: 'Save' }).click();

  await expect(page.getByRole('heading', { level: 1, name: 'Nothing was saved' })).toBeVisible();
  await expect(page.getByText(`This form was opened as root acting as ${first}.`)).toBeVisible();
  await expect(page.getByText(`You are root acting as ${second} now.`)).toBeVisible();
  // Nothing of the page before is left that would say something else.
  await expect(page.getByRole('complementary', { name: 'Acting as' })).toBeHidden();
  await expect(page.getByRole('banner').getByText(first)).toBeHidden();
  await expect(page.locator('main input[name=opened_as]')).toHaveValue(`root acting as ${second}`);
  let typed = page.getByLabel('What you typed');
  await expect(typed.locator('dt')).toHaveText(['Days']);
  await expect(typed.locator('dd')).toHaveText(['999']);
  await page.getByRole('button', { name: `Send it as root acting as ${second}` }).click();
  await expect(page).toHaveURL('/account');
  await page.goto('/account/retention');
  await expect(days).toHaveValue('999');
  await actAs(first);
  await page.goto('/account/retention');
  await expect(days).toHaveValue('');
});

test('a form at the address of an owner is refused too, and is sent again for the same owner', async ({
  page,
  registerAs,
  signInAs,
  actAs,
  fresh,
}) => {
  let [owner, other] = [fresh('owner'), fresh('other')];
  let pixel = fresh('pixel');
  for (let person of [owner, other]) {
    await page.context().clearCookies();
    await registerAs(person);
  }
  await page.context().clearCookies();
  await signInAs('root');
  await actAs(owner);
  await page.goto(`/new-pixel/${owner}`);
  await page.getByLabel('Name', { exact: true }).fill(pixel);
  await actAs(other);
  let main = page.getByRole('main');
  await main.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Nothing was saved' })).toBeVisible();
  await expect(page.getByRole('complementary', { name: 'Acting as' })).toBeHidden();
  await expect(page.getByLabel('What you typed')).toContainText(pixel);
  await page.getByRole('button', { name: `Send it as root acting as ${other}, for ${owner}` }).click();
  await expect(page).toHaveURL(new RegExp(`/new-pixel/${owner}/[^/]+/created`));

  // Somebody who may not write there has lost nothing either.
  await page.goto(`/new-pixel/${owner}`);
  await page.getByLabel('Name', { exact: true }).fill(`${pixel}-2`);
  await page.context().clearCookies();
  await signInAs('ada');
  await main.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByText('This form was opened as root acting as')).toBeVisible();
  await expect(page.getByText('You are ada now.')).toBeVisible();
  await expect(page.getByRole('complementary', { name: 'Acting as' })).toBeHidden();
  await expect(page.getByLabel('What you typed')).toContainText(`${pixel}-2`);
  await page.getByRole('button', { name: `Send it as ada, for ${owner}` }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'You don’t have access' })).toBeVisible();
});

/** These make no difference, or concern the browser rather than the person. */
const plain = ['/acting', '/acting/end', '/context', '/dismissals', '/login', '/logout', '/register', '/theme'];

for (let { whose, person, pages } of allPages.filter((some) => some.person))
  test(`every form says who opened it: ${whose}`, { tag: '@slow' }, async ({ page, signInAs, javaScriptEnabled }) => {
    test.skip(!javaScriptEnabled, 'The HTML is the same.');
    await signInAs(person!);
    let found = 0;
    let silent = new Set<string>();
    for (let [, path] of pages) {
      let html = await (await page.request.get(path)).text();
      for (let [form] of html.matchAll(/<form\b.*?<\/form>/gs)) {
        let [tag] = /^<[^>]*>/.exec(form)!;
        if (!/method="post"/i.test(tag)) continue;
        let [, action = path] = /action="([^"?]*)/.exec(tag) ?? [];
        if (plain.includes(action)) continue;
        found++;
        if (!/name="opened_as" value="[^"]|action="[^"]*opened_as=\w/.test(form)) silent.add(`${path}: ${tag}`);
      }
    }
    expect(found).toBeGreaterThan(5);
    expect([...silent]).toEqual([]);
  });
