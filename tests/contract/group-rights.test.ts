/** The setting that gives groups of a provider rights, as text. */
import { describe, expect, it } from 'vitest';
import { readGroupRights } from 'contract/accounts/group-rights';

describe('group rights', () => {
  it.each(['staff', 'staff=acme', 'staff=acme:owner', '=acme:member', 'staff=:member'])(
    'in a setting like %s are refused with the part that is wrong',
    (text) => {
      expect(() => readGroupRights(`ops=platform-admin, ${text}`)).toThrow(`has "${text}"`);
    },
  );

  it('may have an equals sign in the name of the group', () => {
    expect(readGroupRights('cn=staff=acme:member')).toEqual([
      { group: 'cn=staff', organization: 'acme', role: 'member' },
    ]);
  });
});
