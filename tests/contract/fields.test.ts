import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import {
  BackendRegistry,
  DayText,
  DockerImageName,
  DomainName,
  Email,
  FilePackageName,
  IncomingPath,
  OutgoingUrl,
  Password,
  PixelName,
  Username,
  Website,
} from 'contract/rules/fields';
import { SavePackageRoute } from 'contract/packages/package-routes';
import { templateVariables } from 'contract/rules/templates';

/** Values that are accepted. A pair is the typed value and the value that is stored. */
const good: [string, z.ZodTypeAny, (string | [string, unknown])[]][] = [
  ['Username', Username, ['ada', 'A-1', 'a--b', ['  ada ', 'ada'], 'x'.repeat(60)]],
  ['Email', Email, ['ada@example.com', 'a.b+c@mail.example.co', [' ada@example.com ', 'ada@example.com']]],
  ['Password', Password, ['aaaaab', ' spaced ', 'x'.repeat(99) + 'y', 'pässword']],
  ['Domain', DomainName, [['Get.Example.', 'get.example'], 'a-b.c1.example']],
  ['BackendRegistry', BackendRegistry, [['GHCR.io', 'ghcr.io'], 'registry:5000', 'localhost']],
  ['DockerImageName', DockerImageName, ['nginx', 'library/nginx', 'a/b/c', 'a__b', 'a.b-c', 'a---b', 'a'.repeat(255)]],
  ['FilePackageName', FilePackageName, ['tool', 'Tool 2.0', 'ünïcode', 'c++']],
  ['PixelName', PixelName, ['Docs, "part 1"', [' x ', 'x']]],
  ['Website', Website, ['https://a.example', 'http://a.example/b?c', ['', undefined]]],
  ['IncomingPath', IncomingPath, ['/', '/a/{b}', '/{+path}']],
  ['OutgoingUrl', OutgoingUrl, ['https://a.example/{b}', 'http://a.example:80/x', ['', undefined]]],
  ['Day', DayText, ['2024-02-29', '1970-01-01']],
];

const bad: [string, z.ZodTypeAny, [unknown, string][]][] = [
  [
    'Username',
    Username,
    [
      ['', 'username-is-required'],
      [undefined, 'username-is-required'],
      [7, 'username-is-required'],
      ['a', 'username-is-too-short'],
      ['-a', 'username-is-invalid'],
      ['a-', 'username-is-invalid'],
      ['a b', 'username-is-invalid'],
      ['a_b', 'username-is-invalid'],
      ['é'.repeat(3), 'username-is-invalid'],
      ['x'.repeat(61), 'username-is-too-long'],
    ],
  ],
  [
    'Email',
    Email,
    [
      ['', 'email-is-required'],
      ['ada', 'email-is-invalid'],
      ['ada@', 'email-is-invalid'],
      ['a@b@c.example', 'email-is-invalid'],
      [`${'x'.repeat(250)}@example.com`, 'field-is-too-long'],
    ],
  ],
  [
    'Password',
    Password,
    [
      ['', 'password_is_required'],
      [undefined, 'password_is_required'],
      ['abcde', 'password_is_too_short'],
      ['x'.repeat(6), 'password_single_character'],
      ['xy'.repeat(51), 'password_is_too_long'],
    ],
  ],
  [
    'Domain',
    DomainName,
    [
      ['', 'domain-is-empty'],
      ['example', 'domain-has-invalid-characters'],
      ['-a.example', 'domain-has-invalid-characters'],
      ['a..example', 'domain-has-invalid-characters'],
      ['https://a.example', 'domain-has-invalid-characters'],
      ['a.example/x', 'domain-has-invalid-characters'],
      ['1.2.3.4', 'domain-has-invalid-characters'],
    ],
  ],
  [
    'BackendRegistry',
    BackendRegistry,
    [
      ['', 'backend-registry-is-empty'],
      ['a b', 'backend-registry-has-invalid-characters'],
      ['docker.io/library', 'backend-registry-has-invalid-characters'],
      ['user@docker.io', 'backend-registry-has-invalid-characters'],
    ],
  ],
  [
    'DockerImageName',
    DockerImageName,
    [
      ['', 'package-name-is-empty'],
      ['/a', 'docker-image-name-has-empty-segments'],
      ['a/', 'docker-image-name-has-empty-segments'],
      ['A', 'docker-image-name-has-invalid-characters'],
      ['a:1', 'docker-image-name-has-invalid-characters'],
      ['a.', 'docker-image-name-has-invalid-characters'],
      ['a___b', 'docker-image-name-has-invalid-characters'],
      ['a'.repeat(256), 'docker-image-name-is-longer-than-255-characters'],
    ],
  ],
  [
    'FilePackageName',
    FilePackageName,
    [
      ['', 'package-name-is-empty'],
      ['.hidden', 'package-name-is-invalid'],
      ['@/tool', 'package-name-is-invalid'],
      ['a?b', 'package-name-is-invalid'],
      ['a\nb', 'package-name-is-invalid'],
      ['x'.repeat(215), 'field-is-too-long'],
    ],
  ],
  [
    'Website',
    Website,
    [
      ['a.example', 'invalid-website-url'],
      ['javascript:alert(1)', 'invalid-website-url'],
      ['ftp://a.example', 'invalid-website-url'],
    ],
  ],
  [
    'IncomingPath',
    IncomingPath,
    [
      ['', 'incoming-path-must-not-be-empty'],
      ['a', 'incoming-path-must-start-with-slash'],
      ['//a', 'incoming-path-must-be-relative'],
      ['https://a.example/b', 'incoming-path-must-be-relative'],
    ],
  ],
  [
    'OutgoingUrl',
    OutgoingUrl,
    [
      ['/a', 'outgoing-url-must-be-absolute'],
      ['ftp://a.example', 'outgoing-url-must-be-absolute'],
      ['https://{host}/a', 'outgoing-url-must-be-absolute'],
      ['https://a.example{b}', 'outgoing-url-must-be-absolute'],
      ['https:///a', 'outgoing-url-must-be-absolute'],
    ],
  ],
  [
    'Day',
    DayText,
    [
      ['2023-02-29', 'range-invalid'],
      ['2024-1-1', 'range-invalid'],
      ['2024-01-01T00:00', 'range-invalid'],
      ['', 'range-invalid'],
    ],
  ],
];

describe.each(good)('%s accepts', (_, schema, values) => {
  it.each(values.map((value) => (Array.isArray(value) ? value : [value, value])))('%j as %j', (typed, becomes) => {
    expect(schema.parse(typed)).toBe(becomes);
  });
});

describe.each(bad)('%s refuses', (_, schema, values) => {
  // @spec 5: Email: required, invalid
  // @spec 5: Username and slug: charset, alphanumeric ends, required, two characters
  // @spec 5: Password: password_is_required, password_is_too_short, password_is_too_long,
  //   password_single_character; confirm_password_is_required, confirm_password_must_match
  // @spec 5: Docker image name: no empty segments, valid characters, at most 255
  // @spec 9: Password 6 to 100 characters; slug and username at least 2; Docker image name at most
  //   255
  it.each(values)('%j with %s', (value, code) => {
    let parsed = schema.safeParse(value);
    expect(parsed.success ? 'none' : parsed.error.issues[0]?.message).toBe(code);
  });
});

describe('URL templates', () => {
  it.each([
    ['/a', []],
    ['/{a}/{+b}', ['a', 'b']],
    ['/{?a,b*}{&c:3}', ['a', 'b', 'c']],
    ['/{a.b}', ['a.b']],
    ['/{%41}', ['%41']],
    ['/{', null],
    ['/}', null],
    ['/{}', null],
    ['/{a b}', null],
    ['/{a-b}', null],
    ['/{a,}', null],
    ['/a b', null],
    ['/a"b', null],
    ['/{{a}}', null],
  ])('%s has the variables %j', (template, names) => {
    expect(templateVariables(template)).toEqual(names);
  });

  it('must capture every variable of the target', () => {
    let codes = (value: object) => SavePackageRoute.safeParse(value).error?.issues.map((issue) => issue.message);
    expect(codes({ incoming_path: '/{a}', outgoing_url: 'https://x.example/{a}/{a}' })).toBeUndefined();
    expect(codes({ incoming_path: '/{a}', outgoing_url: 'https://x.example/{b}' })).toEqual([
      'incoming-path-missing-variables',
    ]);
    expect(codes({ incoming_path: '/{', outgoing_url: 'https://x.example/{' })).toEqual([
      'incoming-path-invalid-url-template',
      'outgoing-url-invalid-url-template',
    ]);
  });
});
