/** Every form that a page shows sends only fields that its action takes. */
import { allPages } from '../support/pages';
import { expect, test } from './product';

/** The forms of a page that post, as their address and the names they send. */
function formsIn(html: string, path: string): { action: string; names: string[] }[] {
  let forms = [...html.matchAll(/<form\b([^>]*method="post"[^>]*)>(.*?)<\/form>/gs)];
  return forms.map(([, attributes = '', inside = '']) => ({
    action: (/action="([^"]*)"/.exec(attributes)?.[1] ?? path).replaceAll('&amp;', '&'),
    names: [...inside.matchAll(/<(?:input|select|textarea|button)\b[^>]*?\sname="([^"]+)"/g)].map(
      ([, name = '']) => name,
    ),
  }));
}

for (let { whose, person, pages } of allPages)
  test(`of ${whose}`, async ({ page, signInAs }) => {
    test.skip(test.info().project.name === 'script', 'the forms are the same with scripts');
    if (person) await signInAs(person);
    let { request } = page.context();
    let answers = new Map<string, string>();
    for (let [, path] of pages)
      for (let { action, names } of formsIn(await (await request.get(path)).text(), path)) {
        let [first, ...others] = new Set(names);
        let form = `${[first, ...others].join(', ')} to ${action}`;
        if (first === undefined || answers.has(form)) continue;
        // No form takes a file: with one at its end nothing is ever done, but an unknown name
        // before it is refused first.
        let file = { name: 'none', mimeType: 'text/plain', buffer: Buffer.from('-') };
        let multipart = { ...Object.fromEntries(others.map((name) => [name, ''])), [first]: file };
        let answer = await request.post(action, { multipart, maxRedirects: 0 });
        answers.set(form, /This form [^.]*\./.exec(await answer.text())?.[0] ?? String(answer.status()));
      }
    let others = [...answers].filter(([, said]) => said !== 'This form could not be read.');
    expect(others).toEqual([]);
    expect(answers.size).toBeGreaterThan(0);
  });
