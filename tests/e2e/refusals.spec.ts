import { expect, password, test } from './product';

test('who may not save any more is told so on the page; scripts keep what was typed', async ({
  page,
  registerAs,
  fresh,
  browser,
  baseURL,
  javaScriptEnabled,
}) => {
  let [owner, helper, name] = [fresh('giver'), fresh('helper'), fresh('tool')];
  await registerAs(helper);
  let giver = await browser.newContext({ baseURL });
  let post = async (address: string, form: Record<string, string>) => {
    let answer = await giver.request.post(address, { form, maxRedirects: 0 });
    expect(answer.status(), address).toBe(303);
  };
  await post('/register', { username: owner, email: `${owner}@example.com`, password, confirm_password: password });
  await post(`/new-package/${owner}`, { type: 'file', name, incoming_path: `/${name}/{version}` });
  let members = `/packages/${owner}/file/${name}/members`;
  await post(members, { username: helper, permission_level: 'admin' });

  await page.goto(`/packages/${owner}/file/${name}/edit`);
  if (javaScriptEnabled) await page.waitForLoadState('networkidle');
  let typed = page.getByLabel('Short description');
  await typed.fill('typed with care');
  await post(`${members}/${helper}`, { permission_level: 'member' });
  await page.getByRole('button', { name: 'Save package' }).click();
  await expect(page.getByText('You do not have the permission to do this.').first()).toBeVisible();
  await expect(page).toHaveURL(`/packages/${owner}/file/${name}/edit`);
  if (javaScriptEnabled) await expect(typed).toHaveValue('typed with care');

  // Nobody is led to a form they may not send.
  await page.goto(`/packages/${owner}/file/${name}`);
  await expect(page.getByRole('link', { name: 'Edit' })).toHaveCount(0);
  await giver.close();
});
