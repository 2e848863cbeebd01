/** Signs one of the sample people in through the sign-in page. */
import type { Page } from '@playwright/test';
import { demoPassword, type SamplePerson } from 'gateway/demo/people';

export async function signIn(page: Page, person: SamplePerson): Promise<void> {
  await page.goto('/login');
  await page.locator('input[name=email]').fill(person);
  await page.locator('input[name=password]').fill(demoPassword);
  await page.locator('main').getByRole('button').first().click();
  await page.waitForURL(/\/home\//);
}
