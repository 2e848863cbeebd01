/** Forms are saved for whoever opened them, or not at all. */
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
  let typed = page.getByLabel('What you typed');
  await expect(typed.locator('dt')).toHaveText(['Days']);
  await expect(typed.locator('dd')).toHaveText(['999']);
  await page.getByRole('button', { name: `Send it as ${second}` }).click();
  await expect(page).toHaveURL('/account');
  await page.goto('/account/retention');
  await expect(days).toHaveValue('999');
  await actAs(first);
  await page.goto('/account/retention');
  await expect(days).toHaveValue('');
});

/** For these it makes no difference, or they are meant for the browser whoever is signed in. */
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
