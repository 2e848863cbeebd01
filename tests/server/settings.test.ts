import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { githubSettings, targetSettings } from '../../server/outside-services';
import { readSettings } from '../../server/settings';

describe('settings', () => {
  it('make links in mails point to this machine unless an address is set', () => {
    expect(readSettings({ PORT: '4000' }).PUBLIC_URL).toBe('http://localhost:4000');
    expect(readSettings({ PUBLIC_URL: 'https://stats.example.com/' }).PUBLIC_URL).toBe('https://stats.example.com');
  });

  it('say that a site below a path does not work', () => {
    expect(() => readSettings({ PUBLIC_URL: 'https://example.com/landfall/' })).toThrow(
      'Settings: PUBLIC_URL takes a host and a port, but no path: Landfall does not work below a path',
    );
  });

  it('treat empty values as unset', () => {
    let { SMTP_URL, GITHUB_CLIENT_ID, AUDIT_DAYS } = readSettings({
      SMTP_URL: '',
      GITHUB_CLIENT_ID: '',
      AUDIT_DAYS: '',
    });
    expect([SMTP_URL, GITHUB_CLIENT_ID, AUDIT_DAYS]).toEqual([undefined, undefined, 365]);
  });

  it.each([
    [{ SMTP_URL: 'https://mail.example.com/a-password' }, 'SMTP_URL'],
    [{ PUBLIC_URL: 'stats.example.com' }, 'PUBLIC_URL'],
    [{ PUBLIC_URL: 'https://example.com/a-password' }, 'PUBLIC_URL'],
    [{ PUBLIC_URL: 'https://example.com/?a-password' }, 'PUBLIC_URL'],
    [{ PUBLIC_URL: 'https://user:a-password@example.com' }, 'PUBLIC_URL'],
    [{ PUBLIC_URL: 'ftp://example.com' }, 'PUBLIC_URL'],
    [{ GATEWAY_URL: 'https://example.com/?key=a-password' }, 'GATEWAY_URL'],
    [{ GATEWAY_URL: 'https://user:a-password@example.com' }, 'GATEWAY_URL'],
    [{ JOBS_URL: 'http://jobs:8081/a-password/' }, 'JOBS_URL'],
    [{ GATEWAY_URL: 'https://example.com', METRICS_PORT: '9464' }, 'METRICS_PORT'],
    [{ GITHUB_CLIENT_ID: 'one-half' }, 'GITHUB_CLIENT_SECRET'],
    [{ GITHUB_CLIENT_SECRET: 'a-password' }, 'GITHUB_CLIENT_SECRET'],
    [{ AUDIT_DAYS: '0' }, 'AUDIT_DAYS'],
    [{ PRIVATE_TARGETS: 'https://a-password.example' }, 'PRIVATE_TARGETS'],
    [{ LEAD_PROVIDER_URL: 'a-password' }, 'LEAD_PROVIDER_URL'],
    [{ EVENTS_URL: 'http://user:a-password-of-100%@host/events' }, 'EVENTS_URL'],
    [{ EVENTS_URL: 'http://user:a-password@host/100%' }, 'EVENTS_URL'],
    [{ EVENTS_URL: 'http://user:a-password@host/events/' }, 'EVENTS_URL'],
    [{ EVENTS_URL: 'http://user:a-password@host/one/two' }, 'EVENTS_URL'],
    [{ EVENTS_URL: 'http://user:a-password@host/?database=events' }, 'EVENTS_URL'],
    [{ EVENTS_URL: 'http://host/a,user:a-password' }, 'EVENTS_URL'],
    [{ EVENTS_URL: 'http://host/a, http://user:a-password@host/b' }, 'EVENTS_URL'],
    [{ EVENTS_URL: 'http://host/a', EVENTS_CLUSTER_NAME: 'a-password of one' }, 'EVENTS_CLUSTER_NAME'],
    [{ EVENTS_CLUSTER_NAME: 'a-password' }, 'EVENTS_CLUSTER_NAME'],
  ])('refuse %o by the name of the setting, and never print the value', (given, name) => {
    expect(() => readSettings(given)).toThrow(new RegExp(`^Settings: ${name} `));
    expect(() => readSettings(given)).not.toThrow(/a-password|one-half/);
  });
});

test('EVENTS_URL is one database, whose password may have commas', () => {
  let url = 'http://user:one,two@host/a';
  expect(readSettings({ EVENTS_URL: url, DATABASE_URL: 'postgres://host/records' }).EVENTS_URL).toBe(url);
});

test('EVENTS_URL without DATABASE_URL is refused with the command that moves the records', () => {
  let alone = { EVENTS_URL: 'http://host/a' };
  expect(() => readSettings(alone)).toThrow(/^Settings: EVENTS_URL needs DATABASE_URL\. .* "landfall move"/);
  expect(() => readSettings({ ...alone, DATABASE_URL: 'postgres://host/records' })).not.toThrow();
});

test.each([
  ['https://github.com', 'https://api.github.com'],
  ['https://octo.ghe.com', 'https://api.octo.ghe.com'],
  ['https://github.example.com/', 'https://github.example.com/api/v3'],
])('the API of %s is at %s', (GITHUB_URL, apiUrl) => {
  let settings = readSettings({ GITHUB_URL, GITHUB_CLIENT_ID: 'id', GITHUB_CLIENT_SECRET: 'secret' });
  expect(githubSettings(settings)).toMatchObject({ apiUrl });
});

test('private targets without TLS are also registries without it', () => {
  let settings = readSettings({ PRIVATE_TARGETS: 'registry.test, chat.test:8080, http://10.0.0.5:5000' });
  expect(targetSettings(settings)).toEqual({
    privateTargets: ['registry.test', 'chat.test:8080', '10.0.0.5:5000'],
    insecureRegistries: ['10.0.0.5:5000'],
  });
});

describe('the role of a process', () => {
  let shared = {
    DATABASE_URL: 'postgres://host/records',
    EVENTS_URL: 'http://host/events',
    SECRETS_ENCRYPTION_KEY: 'a-key-of-the-tests-0123456789-0123456789',
  };

  it.each(['web', 'jobs', 'edge'])('%s is taken with what processes share', (ROLE) => {
    expect(readSettings({ ...shared, ROLE }).ROLE).toBe(ROLE);
  });

  it.each([
    ['web', 'DATABASE_URL'],
    ['web', 'EVENTS_URL'],
    ['web', 'SECRETS_ENCRYPTION_KEY'],
    ['jobs', 'EVENTS_URL'],
    ['edge', 'DATABASE_URL'],
  ])('%s is refused without %s', (ROLE, name) => {
    expect(() => readSettings({ ...shared, ROLE, [name]: '' })).toThrow(
      `Settings: ROLE ${ROLE} shares PostgreSQL and ClickHouse with other processes and needs ${name}`,
    );
  });

  it('is none where everything runs together, and an edge beside a store side needs nothing shared', () => {
    expect(readSettings({ ROLE: 'all' }).ROLE).toBeUndefined();
    expect(readSettings({ ROLE: 'edge' }).ROLE).toBe('edge');
  });

  it('is refused with a key that is too short, which is not printed', () => {
    expect(() => readSettings({ ...shared, ROLE: 'web', SECRETS_ENCRYPTION_KEY: 'a-password' })).toThrow(
      /^Settings: SECRETS_ENCRYPTION_KEY/,
    );
    expect(() => readSettings({ ...shared, ROLE: 'web', SECRETS_ENCRYPTION_KEY: 'a-password' })).not.toThrow(
      /a-password/,
    );
  });
});

describe('secrets in files', () => {
  let folder: string;
  beforeAll(() => void (folder = mkdtempSync(path.join(tmpdir(), 'settings-'))));
  afterAll(() => rmSync(folder, { recursive: true }));

  function fileWith(text: string): string {
    let file = path.join(folder, 'secret');
    writeFileSync(file, text);
    return file;
  }

  it('are read without the line break at the end', () => {
    let { SMTP_URL } = readSettings({ SMTP_URL_FILE: fileWith('smtp://user:a-password@mail.example.com\n') });
    expect(SMTP_URL).toBe('smtp://user:a-password@mail.example.com');
  });

  it('follow the same rules as in the environment, and are never printed', () => {
    let wrong = { SESSION_SECRETS_FILE: fileWith('a-password') };
    expect(() => readSettings(wrong)).toThrow(
      /^Settings: SESSION_SECRETS\S* each secret needs at least 32 characters$/,
    );
  });

  it.each([
    [
      'a file that is missing',
      () => path.join(folder, 'missing'),
      /^Settings: DATABASE_URL_FILE cannot be read \(ENOENT\)$/,
    ],
    ['an empty file', () => fileWith('\n'), /^Settings: DATABASE_URL_FILE names an empty file$/],
  ])('refuse %s by the name of the setting', (_, file, sentence) => {
    expect(() => readSettings({ DATABASE_URL_FILE: file() })).toThrow(sentence);
  });

  it('refuse a secret that is also set itself', () => {
    let given = { STRIPE_SECRET_KEY: 'a-password', STRIPE_SECRET_KEY_FILE: fileWith('another') };
    expect(() => readSettings(given)).toThrow(/^Settings: STRIPE_SECRET_KEY and STRIPE_SECRET_KEY_FILE are both set$/);
  });
});
