// @vitest-environment jsdom
/** The public page "How we count" and its file list every existing rule. */
import { readFileSync } from 'node:fs';
import { createRemixStub } from '@remix-run/testing';
import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { botList, type CountingRule } from 'contract/analytics/counting-sources';
import { CountingRules } from 'app/features/counting/rules';
import { shownRules } from 'app/features/counting/rules.server';
import { loader as rulesFile } from 'app/routes/how-we-count[.]json';

const contract = import.meta.glob<Record<string, unknown>>('../../../contract/**/*.ts', { eager: true });

function isRule(value: unknown): value is CountingRule {
  return typeof value === 'object' && value !== null && 'says' in value && 'version' in value;
}

/** The rules in a value, at any depth. */
function rulesIn(value: unknown, depth = 4): CountingRule[] {
  if (isRule(value)) return [value];
  if (typeof value !== 'object' || value === null || depth === 0) return [];
  return Object.values(value).flatMap((one) => rulesIn(one, depth - 1));
}

const existing = [...new Set(Object.values(contract).flatMap((module) => rulesIn(module)))];

test('the page has every rule of contract/, with its version and source', () => {
  expect(existing.length).toBeGreaterThan(40);
  let Stub = createRemixStub([{ path: '/', Component: () => <CountingRules groups={shownRules()} owner={null} /> }]);
  let text = render(<Stub />).container.textContent ?? '';
  let missing = existing.filter(({ says, version, source }) => {
    let at = text.indexOf(says);
    let end = at + says.length + 120 + source.name.length;
    return at < 0 || !text.slice(at, end).includes(`/${version}`) || !text.slice(at, end).includes(source.name);
  });
  expect(missing).toEqual([]);
});

test('the file has the same rules, and needs no sign-in', async () => {
  let request = new Request('http://dashboard.test/how-we-count.json');
  let gateway = () => Promise.reject(new Error('nobody may ask the gateway here'));
  let answer = rulesFile({ request, params: {}, context: { gateway } });
  let { groups } = (await answer.json()) as { groups: { rules: { code: string; says: string }[] }[] };
  let rules = groups.flatMap((group) => group.rules);
  expect(existing.filter(({ says }) => !rules.some((rule) => rule.says === says))).toEqual([]);
  expect(rules.find(({ code }) => code === 'ci-marker/1')?.says).toContain('continuous integration');
});

test('the list of bots is named with its installed version', () => {
  let { version } = JSON.parse(readFileSync('node_modules/isbot/package.json', 'utf8')) as { version: string };
  expect(botList.version).toBe(version);
});
