import { describe, expect, it } from 'vitest';
import { readSettings } from '../../server/settings';

describe('settings', () => {
  it('make links in mails point to this machine unless an address is set', () => {
    expect(readSettings({ PORT: '4000' }).PUBLIC_URL).toBe('http://localhost:4000');
    expect(readSettings({ PUBLIC_URL: 'https://stats.example.com/' }).PUBLIC_URL).toBe('https://stats.example.com');
  });

  it('treat empty values as unset', () => {
    let { SMTP_URL, GITHUB_CLIENT_ID, EMAIL_VERIFICATION_DAYS } = readSettings({
      SMTP_URL: '',
      GITHUB_CLIENT_ID: '',
      EMAIL_VERIFICATION_DAYS: '',
    });
    expect([SMTP_URL, GITHUB_CLIENT_ID, EMAIL_VERIFICATION_DAYS]).toEqual([undefined, undefined, 14]);
  });

  it.each([
    [{ SMTP_URL: 'https://mail.example.com/a-password' }, 'SMTP_URL'],
    [{ PUBLIC_URL: 'stats.example.com' }, 'PUBLIC_URL'],
    [{ GITHUB_CLIENT_ID: 'one-half' }, 'GITHUB_CLIENT_SECRET'],
    [{ GITHUB_CLIENT_SECRET: 'a-password' }, 'GITHUB_CLIENT_SECRET'],
    [{ EMAIL_VERIFICATION_DAYS: '0' }, 'EMAIL_VERIFICATION_DAYS'],
    [{ LEAD_PROVIDER_URL: 'a-password' }, 'LEAD_PROVIDER_URL'],
  ])('refuse %o by the name of the setting, and never print the value', (given, name) => {
    expect(() => readSettings(given)).toThrow(new RegExp(`^Settings: ${name} `));
    expect(() => readSettings(given)).not.toThrow(/a-password|one-half/);
  });
});
