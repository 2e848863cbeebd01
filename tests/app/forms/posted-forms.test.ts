/** Which posted forms the dashboard reads, and which it refuses without reading them. */
import { readdirSync, readFileSync } from 'node:fs';
import type { ActionFunctionArgs } from '@remix-run/node';
import { MoveInput } from 'app/features/packages/registry-move.server';
import { formFields } from 'app/forms/posted-form.server';
import { readForm, type FormResult } from 'app/forms/read-form.server';
import { action as signIn } from 'app/routes/_guest.login';
import { action as chooseTheme } from 'app/routes/theme';
import { action as unsubscribe } from 'app/routes/unsubscribe.$token';
import { formBytesMax, movedAtOnceMax, moveFormBytesMax } from 'contract/floor/limits';
import { Credentials as SignIn } from 'contract/accounts/users';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';

const Credentials = SignIn.omit({ devices: true });
const urlencoded = 'application/x-www-form-urlencoded';
const address = 'http://dashboard.test/login';

function post(body: BodyInit, type: string | null = urlencoded): Request {
  let request = new Request(address, { method: 'POST', body, duplex: 'half' } as RequestInit);
  if (type === null) request.headers.delete('content-type');
  else if (!(body instanceof FormData)) request.headers.set('content-type', type);
  return request;
}

/** The status and code of the thrown refusal. */
async function refusalOf(answer: Promise<unknown>): Promise<string> {
  let thrown = await answer.then(
    () => null,
    (error: unknown) => error,
  );
  if (!(thrown instanceof Response)) throw thrown ?? new Error('it was taken');
  let { code } = (await thrown.json()) as { code: string };
  return `${thrown.status} ${code}`;
}

function signInWith(body: BodyInit, type?: string | null): Promise<unknown> {
  return signIn({ request: post(body, type), params: {}, context: {} } as ActionFunctionArgs);
}

/** A body of unknown length, as in chunked uploads. */
function pieces(count: number, size: number): ReadableStream<Uint8Array> {
  let sent = 0;
  let piece = new Uint8Array(size).fill('x'.charCodeAt(0));
  return new ReadableStream({
    pull: (controller) => (sent++ < count ? controller.enqueue(piece) : controller.close()),
  });
}

describe('a posted form is refused', () => {
  let typed = 'email=ada&password=y';
  test.each([
    ['a name with an index', 'email[10000000]=x&password=y', '400 form-field-unknown'],
    ['a name with a path', `${'a.'.repeat(20_000)}b=1`, '400 form-field-unknown'],
    ['the name of a prototype', `${typed}&__proto__.admin=1&constructor=2`, '400 form-field-unknown'],
    ['instructions for the form library', `${typed}&__intent__=x`, '400 form-field-unknown'],
    ['a state for the form library', `${typed}&__state__=x`, '400 form-field-unknown'],
    ['a field of another form', `${typed}&username=ada`, '400 form-field-unknown'],
    ['the same field twice', `${typed}&email=grace`, '400 form-field-repeated'],
    ['many fields', 'email=b&'.repeat(8_000), '400 form-field-repeated'],
    ['too many bytes', 'a=b&'.repeat(64 * 1024), '413 form-too-large'],
    ['one long value', `email=${'x'.repeat(formBytesMax)}`, '413 form-too-large'],
  ])('%s', async (_, body, refusal) => {
    expect(await refusalOf(signInWith(body))).toBe(refusal);
  });

  test('for a large upload of unknown length, which is not stored', async () => {
    expect(await refusalOf(signInWith(pieces(300, 1024 * 1024)))).toBe('413 form-too-large');
  });

  test.each([
    ['JSON', '{"email":"ada"}', 'application/json'],
    ['plain text', 'email=ada&password=y', 'text/plain'],
    ['a content type that only starts like that of a form', 'email=ada&password=y', `${urlencoded}2`],
    ['no content type', new TextEncoder().encode('email=ada&password=y'), null],
    ['parts without a boundary', 'email=ada&password=y', 'multipart/form-data'],
    ['parts that never begin', 'email=ada&password=y', 'multipart/form-data; boundary=x'],
  ])('%s', async (_, body, type) => {
    expect(await refusalOf(signInWith(body, type))).toBe('400 form-not-readable');
  });

  test('for a file in place of a text', async () => {
    let form = new FormData();
    form.append('email', new File(['x'], 'x.txt'));
    expect(await refusalOf(signInWith(form))).toBe('400 form-not-readable');
  });
});

describe('a posted form is read', () => {
  async function valuesOf<S extends z.ZodTypeAny>(request: Request, schema: S): Promise<z.output<S>> {
    let form = (await readForm(request, schema, { bytesMax: moveFormBytesMax })) as FormResult<z.output<S>>;
    if (!form.ok) throw new Error(await form.reply.text());
    return form.value;
  }

  test('as multipart and as URL-encoded, with characters of every language', async () => {
    let typed = { email: 'ada', password: 'ü€ & = + %' };
    expect(await valuesOf(post(new URLSearchParams(typed)), Credentials)).toEqual(typed);
    let parts = new FormData();
    for (let [name, value] of Object.entries(typed)) parts.append(name, value);
    expect(await valuesOf(post(parts), Credentials)).toEqual(typed);
    expect(
      await valuesOf(post(new URLSearchParams(typed).toString(), `${urlencoded}; charset=UTF-8`), Credentials),
    ).toEqual(typed);
  });

  test('as an empty form without a body', async () => {
    let request = new Request(address, { method: 'POST' });
    expect(await valuesOf(request, z.object({ next: z.string().default('/home') }))).toEqual({ next: '/home' });
  });

  test('with as many images as can be moved at once, and not one more', async () => {
    let ids = Array.from(
      { length: movedAtOnceMax },
      (_, i) => `0192f0c0-0000-7000-8000-${String(i).padStart(12, '0')}`,
    );
    let fields = (all: string[]) =>
      new URLSearchParams([
        ['which', 'chosen'],
        ['backend_registry', 'ghcr.io'],
        ...all.map((id) => ['package_ids', id]),
      ]);
    expect((await valuesOf(post(fields(ids)), MoveInput)).package_ids).toEqual(ids);
    expect(await refusalOf(valuesOf(post(fields([...ids, 'one-more'])), MoveInput))).toBe('400 form-field-repeated');
  });

  test('when a mail program unsubscribes with one click', async () => {
    let clicked = (form: BodyInit) =>
      refusalOf(Promise.resolve(unsubscribe({ request: post(form), params: {}, context: {} } as ActionFunctionArgs)));
    // The form was accepted: this test has no gateway.
    expect(await clicked('List-Unsubscribe=One-Click')).toBe('503 gateway-unreachable');
    expect(await clicked('List-Subscribe=One-Click')).toBe('400 form-field-unknown');
  });

  test('with an unknown theme, which becomes that of the device', async () => {
    let request = post('theme=pink&back=/a');
    let answer = (await chooseTheme({ request, params: {}, context: {} } as ActionFunctionArgs)) as Response;
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/a']);
  });
});

/** The streaming format of pages is recursive in the data it encodes. */
test('a refused form returns flat data, no longer than the posted data', async () => {
  let depthOf = (value: unknown): number =>
    typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;
  let body = new URLSearchParams([
    ['which', 'chosen'],
    ['backend_registry', 'x'.repeat(10_000)],
    ...Array.from({ length: movedAtOnceMax }, () => ['collection_ids', '"\\\u2028€']),
  ]).toString();
  let form = await readForm(post(body), MoveInput, { bytesMax: moveFormBytesMax });
  if (form.ok) throw new Error('it was taken');
  let sent = await form.reply.text();
  expect(depthOf(JSON.parse(sent))).toBeLessThan(6);
  expect(sent.length).toBeLessThan(body.length);
});

describe('the fields of a form', () => {
  test('are those of its schema, also of a wrapped one', () => {
    let list = z.array(z.string()).max(3);
    let wrapped = z.preprocess(
      (given) => given,
      z.object({ a: z.string(), b: list.default([]) }).transform((v) => v),
    );
    expect([...formFields(wrapped)]).toEqual([
      ['a', 1],
      ['b', 3],
    ]);
    let either = z.discriminatedUnion('a', [
      z.object({ a: z.literal('x'), c: z.string().nullish() }),
      z.object({ a: z.literal('y'), c: z.string().or(list) }),
    ]);
    expect([...formFields(either.and(z.object({ d: z.string() })))]).toEqual([
      ['a', 1],
      ['c', 3],
      ['d', 1],
    ]);
  });

  test('have a maximum length when they are lists', () => {
    expect(() => formFields(z.object({ a: z.array(z.string()) }))).toThrow('maximum');
    expect(() => formFields(z.string())).toThrow('named fields');
  });
});

describe('one function reads every form, and another one reads every file', () => {
  let files = readdirSync('app', { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));
  let texts = new Map(files.map((file) => [file, readFileSync(`app/${file}`, 'utf8')]));

  test('no other code reads a body', () => {
    let readers = [...texts].filter(([, text]) =>
      /\b(request\.(clone\(\)|formData|text|json|body)|formData\(\))/.test(text),
    );
    // A file is streamed as it arrives. Every other form is read completely. Guards look in a copy
    // of a short form for who opened it.
    expect(readers.map(([file]) => file)).toEqual([
      'forms/posted-file.server.ts',
      'forms/posted-form.server.ts',
      'session/opened-as.server.ts',
    ]);
  });

  test('every action that may confirm the session stores the confirmation in the browser', () => {
    let confirming = [...texts].filter(
      ([file, text]) => file.startsWith('routes/') && /readSensitiveForm\(/.test(text),
    );
    let losing = confirming.filter(([, text]) => !/export const action = keepingConfirmation\(/.test(text));
    expect(confirming.length).toBeGreaterThan(10);
    expect(losing.map(([file]) => file)).toEqual([]);
  });
});
