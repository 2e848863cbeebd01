import { type Letter, lettersTo } from '../support/outbox';
import { dashboardPort } from '../support/ports';
import { expect, test } from './product';

const outbox = `test-results/data-${dashboardPort}/outbox`;

/** The newest mail whose subject starts with the given text. */
async function letterTo(email: string, subject: string): Promise<Letter> {
  let newest = () => lettersTo(outbox, email).findLast((letter) => letter.subject.startsWith(subject));
  await expect.poll(() => newest()?.subject ?? '').not.toBe('');
  return newest() as Letter;
}

// @spec 4: Email preferences: the whole flow in a browser, with and without JavaScript
test(
  'a confirmed address gets the welcome mail, and its person selects other mails',
  { tag: '@slow' },
  async ({ page, registerAs, fresh }) => {
    let name = fresh('reader');
    await registerAs(name);
    await page.goto('/account/email');
    await expect(page.getByText('Confirm your email to receive these.')).toBeVisible();
    await expect(page.getByRole('checkbox', { name: 'Welcome' })).toBeChecked();
    await page.goto((await letterTo(`${name}@example.com`, 'Verify your email')).link);
    await page.getByRole('button', { name: 'Verify email' }).click();
    await expect(page.getByText('Your email is verified.').first()).toBeVisible();
    let welcome = await letterTo(`${name}@example.com`, 'Welcome');
    await page.goto(welcome.link);
    await expect(page.getByRole('heading', { name: 'New package', level: 1 })).toBeVisible();

    await page.goto('/account');
    await page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'Email' }).click();
    await expect(page.getByRole('checkbox', { name: 'Welcome' })).toHaveCount(0);
    await page.getByRole('checkbox', { name: 'Weekly summary' }).check();
    await page.getByRole('checkbox', { name: 'New companies' }).uncheck();
    await page.getByRole('button', { name: 'Save preferences' }).click();
    await expect(page.getByText('Email preferences saved.').first()).toBeVisible();
    await page.goto('/account/email');
    await expect(page.getByRole('checkbox', { name: 'Weekly summary' })).toBeChecked();
    await expect(page.getByRole('checkbox', { name: 'New companies' })).not.toBeChecked();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(page.getByText('No events in the last two weeks').first()).toBeVisible();
  },
);

// @spec 4: Email preferences: unsubscribe link in a browser, with and without JavaScript
test(
  'a summary is sent, and its link switches it off without a sign-in',
  { tag: '@slow' },
  async ({ page, signInAs, javaScriptEnabled, browser, request }) => {
    let person = javaScriptEnabled === false ? 'linus' : 'mary';
    await signInAs(person);
    await page.goto('/account/email');
    await page.getByRole('checkbox', { name: 'Weekly summary' }).check();
    await page.getByRole('button', { name: 'Save preferences' }).click();
    await expect(page.getByText('Email preferences saved.').first()).toBeVisible();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(page.getByText('Summary sent.').first()).toBeVisible();
    let letter = await letterTo(`${person}@example.com`, 'Your week');
    expect(letter.text).toMatch(/hopper-labs\n {2}Downloads: [\d,]+ \(/);
    expect(letter.text).toContain('because you requested it.');
    let link = letter.field('List-Unsubscribe').slice(1, -1);

    let elsewhere = await browser.newContext({ javaScriptEnabled: javaScriptEnabled ?? true });
    let stranger = await elsewhere.newPage();
    await stranger.goto(link);
    await expect(stranger.getByText(/Unsubscribe .* from “Weekly summary” emails\?/)).toBeVisible();
    await page.goto('/account/email');
    await expect(page.getByRole('checkbox', { name: 'Weekly summary' })).toBeChecked();
    await stranger.getByRole('button', { name: 'Unsubscribe' }).click();
    await expect(stranger.getByText('Weekly summary: unsubscribed')).toBeVisible();
    await elsewhere.close();
    await page.reload();
    let box = page.getByRole('checkbox', { name: 'Weekly summary' });
    await expect(box).not.toBeChecked();

    await box.check();
    await page.getByRole('button', { name: 'Save preferences' }).click();
    await expect(page.getByText('Email preferences saved.').first()).toBeVisible();
    let form = { 'List-Unsubscribe': 'One-Click' };
    expect((await request.post(link, { form, maxRedirects: 0 })).status()).toBe(200);
    await page.goto('/account/email');
    await expect(box).not.toBeChecked();
  },
);

test(
  'notifications of a package are set up, changed and switched off',
  { tag: '@slow' },
  async ({ page, signInAs, fresh }) => {
    let name = fresh('noted');
    await signInAs('ada');
    await page.goto('/new-package/ada?type=file');
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.getByLabel(/Download path/).fill(`/${name}`);
    await page.getByRole('button', { name: 'Create package' }).click();
    await page.getByRole('link', { name: 'Go to your package' }).click();

    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    await page.getByRole('link', { name: 'Set up notifications' }).click();
    await page.getByRole('checkbox', { name: 'Tell me about new companies' }).check();
    await page.getByLabel('Triggered at').fill('none');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Enter a whole number from 1 to 1,000,000.').first()).toBeVisible();
    await expect(page.getByRole('checkbox', { name: 'Tell me about new companies' })).toBeChecked();
    await page.getByLabel('Triggered at').fill('10');
    await page.getByRole('button', { name: 'Save' }).click();
    let card = page.getByRole('region', { name: 'Notifications', exact: true });
    await expect(card).toContainText('Enabled');
    await expect(card).toContainText('10 downloads');

    await card.getByRole('link', { name: 'Change notifications' }).click();
    await page.getByRole('checkbox', { name: 'Tell me about new companies' }).uncheck();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(card).toContainText('Off');
  },
);
