/** AI agents: from the report to the page, to the report of one agent, and the file. */
import { readFileSync } from 'node:fs';
import { gatewayPort } from '../support/ports';
import { askGateway, expect, test } from './product';

test('AI agents are shown by purpose, lead to their report, and download as CSV', async ({
  page,
  registerAs,
  fresh,
}) => {
  let owner = fresh('agents');
  await registerAs(owner);
  await page.goto(`/new-package/${owner}?type=file`);
  await page.locator('[name=name]').first().fill('tool');
  await page.locator('[name=incoming_path]').fill('/tool/{version}');
  await page.locator('[name=outgoing_url]').fill('https://files.example/tool-{version}.zip');
  await page.getByRole('button', { name: 'Create package' }).click();
  await expect(page).toHaveURL(/\/created$/);

  await page.goto(`/analytics/${owner}`);
  await page.getByRole('link', { name: 'AI agents' }).click();
  await expect(page.getByText('No AI agents yet')).toBeVisible();

  let agent =
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ChatGPT-User/1.0; +https://openai.com/bot)';
  let answer = await askGateway(`${owner}.gateway.localhost:${gatewayPort}`, '/tool/1.0', { 'user-agent': agent });
  expect(answer.status).toBe(307);
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole('region', { name: 'AI agents, the most active first' })).toContainText('OpenAI', {
      timeout: 1_000,
    });
  }).toPass();
  await expect(page.getByRole('rowheader', { name: 'Assistants' })).toBeVisible();

  await page.getByRole('link', { name: 'tool', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'tool', exact: true })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'AI agents', exact: true })).toBeVisible();

  let [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download CSV' }).click(),
  ]);
  expect(readFileSync(await file.path(), 'utf8')).toContain('ChatGPT-User,OpenAI,Assistants,1,0');

  await page.getByRole('link', { name: 'ChatGPT-User' }).click();
  await expect(page).toHaveURL(/\/analytics\/.*where=request_client/);
  await expect(page.getByText('Client is ChatGPT-User').first()).toBeVisible();
});
