/** Every form on a page sends only fields that its action accepts. */
import { mainAndAllPages } from '../support/pages';
import { expect, test } from './product';

/** The forms of a page that post, with their addresses and field names. */
function formsIn(html: string, path: string): { action: string; names: string[] }[] {
  let forms = [...html.matchAll(/<form\b([^>]*method="post"[^>]*)>(.*?)<\/form>/gs)];
  // A form with a file has no other fields.
  let ofFields = forms.filter(([, attributes = '']) => !attributes.includes('multipart/form-data'));
  return ofFields.map(([, attributes = '', inside = '']) => ({
    action: (/action="([^"]*)"/.exec(attributes)?.[1] ?? path).replaceAll('&amp;', '&'),
    names: [...inside.matchAll(/<(?:input|select|textarea|button)\b[^>]*?\sname="([^"]+)"/g)].map(
      ([, name = '']) => name,
    ),
  }));
}

for (let { whose, person, pages, tag } of mainAndAllPages)
  test(`forms of ${whose} send only fields that their actions accept`, { tag }, async ({ page, signInAs }) => {
    test.skip(test.info().project.name === 'script', 'the forms are the same with scripts');
    if (person) await signInAs(person);
    let { request } = page.context();
    let answers = new Map<string, string>();
    for (let [, path] of pages)
      for (let { action, names } of formsIn(await (await request.get(path)).text(), path)) {
        let [first, ...others] = new Set(names);
        let form = `${[first, ...others].join(', ')} to ${action}`;
        if (first === undefined || answers.has(form)) continue;
        // No action here accepts a file, so nothing is changed. An unknown field before it is
        // refused first.
        let file = { name: 'none', mimeType: 'text/plain', buffer: Buffer.from('-') };
        let multipart = { ...Object.fromEntries(others.map((name) => [name, ''])), [first]: file };
        let answer = await request.post(action, { multipart, maxRedirects: 0 });
        answers.set(form, /This form [^.]*\./.exec(await answer.text())?.[0] ?? String(answer.status()));
      }
    let others = [...answers].filter(([, said]) => said !== 'This form could not be read.');
    expect(others).toEqual([]);
    expect(answers.size).toBeGreaterThan(0);
  });
