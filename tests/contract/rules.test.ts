/**
 * Scripts and the gateway apply the same rules: every rule is checked with every text in both uses.
 */
import { amount, filterName, invitee } from 'app/text/field-rules';
import * as accountRules from 'contract/rules/account-rules';
import * as billingRules from 'contract/rules/billing-rules';
import { schemaOf } from 'contract/rules/fields';
import * as hostingRules from 'contract/rules/hosting-rules';
import * as registryRules from 'contract/rules/registry-rules';
import { readImagePattern } from 'contract/packages/image-pattern';
import { imagePatternSource } from 'contract/rules/image-pattern-text';
import * as insightRules from 'contract/rules/analytics-rules';
import { confirmName, knownUsername, refusalOf, type Rule, textRule } from 'contract/floor/rules';
import { s3Endpoint, s3Region, s3Uri } from 'contract/rules/s3-location';
import { describe, expect, it, test } from 'vitest';

const { confirmEmail, confirmPassword, password, username } = accountRules;
const named = {
  ...accountRules,
  ...hostingRules,
  ...registryRules,
  ...billingRules,
  ...insightRules,
  s3Uri,
  s3Region,
  s3Endpoint,
};
const ownRules = { amount, filterName, invitee, confirmName: confirmName('C++ tools/a-b.c') };
const rules = Object.entries({ ...named, ...ownRules, knownUsername, short: textRule(3) }).filter(
  (entry): entry is [string, Rule] => 'checks' in entry[1],
);

const words = [
  ['', ' ', 'a', 'ab', 'a-b', '-ab', 'ab-', 'A1', 'ünï', 'a b', ' ab ', 'ab\n', 'invites', 'Invites', 'a_b', '😀😀'],
  ['ada@example.com', ' ada@example.com', 'ada@example', 'a@b@c.example', '.a@b.example', 'a..b@c.example'],
  ["o'neil+x@mail.example.co", 'ada@-x.example', 'ada@1.2.3.4', 'ada@xn--p1ai.xn--p1ai', 'ada example.com'],
  ['aaaaaa', 'aaaaab', '      ', '     a', 'abcde', 'pässword', '😀😀😀', '\t\t\t\t\t\t'],
  ['get.example', 'Get.Example.', 'a..example', '1.2.3.4', 'https://a.example', 'a.example/x', 'a.example:443'],
  ['docker.io', 'registry:5000', 'registry:500000', 'localhost', 'docker.io/library', 'user@docker.io'],
  ['nginx', 'library/nginx', '/a', 'a/', 'a//b', 'a__b', 'a___b', 'a.', 'a:1', 'library/*', 'tools/{cli,server}'],
  ['{', '}', '{}', '{a,}', '{a,b', 'a\\', '\\*', 'a\\{b', '{a\\,b}', '**', '*/*', '{a,b}{c,d}', 'a{b/c}', 'a,b', '\\a'],
  ['/', '/a/{b}', '//a', 'a:b', 'http://a.example/{b}', 'https://{host}/a', 'https:///a', 'HTTPS://a.example/?q#f'],
  ['ftp://a.example', 'javascript:alert(1)', 'https://', 'https://files.example.com', 'https://u:p@a.example'],
  ['s3://bucket', 's3://bucket/a/b', 's3://Bucket', 's3://ab', 's3://bucket/../x', 'eu-central-1', 'EU'],
  ['4242 4242 4242 4242', '4242-4242-4242-4242', '4242424242424241', '4242', '4/29', '04 / 2029', '13/29', '00/29'],
  [
    '0/29',
    '123',
    '12',
    '12345',
    '12a',
    'SW1A 1AA',
    '1',
    '0',
    '01',
    '1000000',
    '1000001',
    '-1',
    '1.5',
    '19,50',
    '19.5',
    '1e3',
  ],
  ['SUMMER_26', 'summer 26', 'key-1!', 'C++ tools/a-b.c', 'C++ tools/a-b.d', 'C++ toolsXa-b.c'],
].flat();
const texts = [
  ...words,
  ...[61, 101, 214, 255, 256, 300, 2_001].flatMap((length) => ['x'.repeat(length), 'xy'.repeat(length)]),
  `${'x'.repeat(250)}@example.com`,
  `https://a.example/${'x'.repeat(2_000)}`,
];

describe.each(rules)('the rule %s', (_, rule) => {
  // @spec 5: Each field shows the one rule that is broken: with scripts before anything is sent, without by the
  //   server, and it is the same rule
  it('refuses the same texts in the gateway and in a script', () => {
    let schema = schemaOf(rule);
    for (let text of texts) {
      let parsed = schema.safeParse(text);
      expect([text, parsed.error?.issues.map((issue) => issue.message)]).toEqual([
        text,
        refusalOf(rule, text) ? [refusalOf(rule, text)] : undefined,
      ]);
    }
  });

  it('is tested with valid and invalid texts', () => {
    expect(
      texts.some((text) => text !== '' && refusalOf(rule, text, { email: text, password: text }) === undefined),
    ).toBe(true);
    expect(texts.some((text) => refusalOf(rule, text) !== undefined)).toBe(true);
  });
});

test('a repeated password or address must equal the first', () => {
  expect(refusalOf(confirmPassword, 'abc', { password: 'abc' })).toBeUndefined();
  expect(refusalOf(confirmPassword, 'abc ', { password: 'abc' })).toBe('confirm_password_must_match');
  expect(refusalOf(confirmEmail, ' Ada@example.com', { email: 'ada@Example.com ' })).toBeUndefined();
  expect(refusalOf(confirmEmail, 'ada@example.org', { email: 'ada@example.com' })).toBe('confirm_email_must_match');
});

test('a password keeps its leading and trailing spaces, other texts are trimmed', () => {
  expect(refusalOf(password, '      ')).toBe('password_single_character');
  expect(refusalOf(password, 'two\nlines')).toBeUndefined();
  expect(refusalOf(username, '   ')).toBe('username-is-required');
  expect(schemaOf(username).parse(' ada ')).toBe('ada');
  expect(schemaOf(password).parse(' secret ')).toBe(' secret ');
});

test('the first check that is not met gives the error', () => {
  expect(refusalOf(password, 'aa')).toBe('password_is_too_short');
  expect(refusalOf(textRule(3, 'field-is-required'), 'abcd')).toBe('field-is-too-long');
});

test('the rule of an image pattern accepts exactly the patterns that can be parsed', () => {
  let grammar = new RegExp(`^(?:${imagePatternSource})$`, 'v');
  let differ = texts.filter((text) => grammar.test(text) !== (readImagePattern(text) !== null));
  expect(differ).toEqual([]);
});
