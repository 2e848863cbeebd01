import { readFooterLinks } from 'app/config/footer-links';
import { expect, test } from 'vitest';

test('an empty setting results in no lists', () => expect(readFooterLinks(' , ')).toEqual([]));

// @spec 2: Footer: product, company, support, legal and social links
test('lists and their links keep their order', () => {
  let setting =
    'social/Mastodon=https://social.example/@us, product/Changes=https://example.com/changes?a=b,support/Mail=mailto:help@example.com,product/API=https://example.com/api';
  expect(readFooterLinks(setting)).toEqual([
    {
      title: 'Product',
      links: [
        { label: 'Changes', href: 'https://example.com/changes?a=b' },
        { label: 'API', href: 'https://example.com/api' },
      ],
    },
    { title: 'Support', links: [{ label: 'Mail', href: 'mailto:help@example.com' }] },
    { title: 'Social', links: [{ label: 'Mastodon', href: 'https://social.example/@us' }] },
  ]);
});

test.each([
  'imprint/A=https://a.example',
  'legal/A=javascript:alert(1)',
  'legal/=https://a.example',
  'legal/A=/here',
  'x',
])('%s is refused with the name of the setting', (entry) =>
  expect(() => readFooterLinks(`legal/Fine=https://fine.example,${entry}`)).toThrow(`"${entry}"`),
);
