import { signaturesOf, startWebhookReceiver } from '../support/webhook-receiver';
import { expect, test } from './product';

test(
  'a webhook gets a signed test message, an alert is made, paused and deleted',
  { tag: '@slow' },
  async ({ page, signInAs, fresh }, { project }) => {
    let receiver = await startWebhookReceiver();
    let name = fresh('hook');
    // Both projects run on one installation.
    let number = project.name === 'script' ? '5000000' : '6000000';
    await signInAs('grace');
    await page.goto('/organizations/hopper-labs');
    await page.getByRole('link', { name: 'Alerts', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Alerts' })).toBeVisible();
    await page.getByRole('link', { name: 'Add webhook' }).click();
    await page.getByLabel('Name').fill(name);
    await page.getByLabel('URL').fill('http://10.0.0.1/');
    await page.getByRole('button', { name: 'Add destination' }).click();
    await expect(page.getByText('This URL is on a private network').first()).toBeVisible();
    await page.getByLabel('URL').fill(`${receiver.url}/hook`);
    await page.getByRole('button', { name: 'Add destination' }).click();
    let secret = await page.getByText(/^whsec_/).textContent();
    await page.getByRole('link', { name: 'Continue' }).click();
    await expect(page.getByText('No deliveries yet')).toBeVisible();
    await page.getByRole('button', { name: 'Send a test' }).click();
    await expect(page.getByText('Message delivered.').first()).toBeVisible();
    expect(signaturesOf(receiver.taken[0]!, secret!)).toBe(1);
    let row = page.getByRole('row').filter({ hasText: 'Test message from hopper-labs' }).first();
    await expect(row).toContainText('200 thank you');
    receiver.behaviour = (response) => void response.writeHead(500).end('not now');
    await row.getByRole('button', { name: 'Send again' }).click();
    await expect(page.getByText('Delivery failed. See the log for details.').first()).toBeVisible();
    await expect(page.getByText('Failing')).toBeVisible();

    await page.goto('/organizations/hopper-labs/alerts');
    await page.getByRole('link', { name: 'New alert or report' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'New alert or report' })).toBeVisible();
    await page.getByRole('link', { name: 'Threshold' }).click();
    await page.getByLabel('Package').selectOption('flowmatic (file)');
    await page.getByLabel('Downloads').fill('many');
    await page.getByRole('button', { name: 'Add' }).click();
    await expect(page.getByText('Enter a whole number of 1 or more.').first()).toBeVisible();
    await page.getByLabel('Downloads').fill(number);
    await page.getByRole('button', { name: 'Add' }).click();
    let words = `${Number(number).toLocaleString('en')} downloads of flowmatic in all`;
    let item = page.getByRole('listitem').filter({ hasText: words });
    await expect(item).toContainText(name);
    await item.getByRole('button', { name: /^Pause/ }).click();
    await expect(item.getByText('Paused', { exact: true })).toBeVisible();
    await item.getByRole('button', { name: /^Delete/ }).click();
    await expect(item).toHaveCount(0);
    await page.getByRole('link', { name }).click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('link', { name })).toHaveCount(0);
    await receiver.close();
  },
);

test('the bell of a package creates an alert by email in two clicks', async ({ page, signInAs }, { project }) => {
  // An alert exists once for each package.
  let name = project.name === 'script' ? 'analytical-engine' : 'bernoulli';
  await signInAs('ada');
  await page.goto(`/packages/ada/file/${name}`);
  await page.locator('summary', { hasText: 'Create an alert' }).click();
  await page.getByRole('button', { name: 'Create alert' }).click();
  await expect(page.getByText('Alert created.').first()).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${name}$`));
  await page.goto('/account/alerts');
  await expect(page.getByText('To Email ada').first()).toBeVisible();
});
