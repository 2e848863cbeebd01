/** The classification of user agents, from tests/fixtures/user-agents.txt. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { audienceRules } from 'contract/analytics/audience';
import { aiAudiences, knownAgents } from 'contract/analytics/ai-agents';
import { createAgentReader } from 'edge/enrich/agent';
import { automaticPrograms } from 'edge/enrich/programs/automatic';

const read = createAgentReader();
const bots: string[] = ['bot', 'ai-user', 'ai-crawler'];
type Row = [client: string, version: string, platform: string, rule: string, userAgent: string];
const sections = readFileSync('tests/fixtures/user-agents.txt', 'utf8')
  .split(/^# /m)
  .map((text) => text.split('\n').filter((line) => line !== '' && !line.startsWith('#')));
const rowsOf = (lines: readonly string[]) =>
  lines.slice(1).map((line) => /^(.*?) \| (.*?) ?\| (.*?) ?\| (.*?) \| (.*)$/.exec(line)!.slice(1) as Row);
const rows = sections.flatMap(rowsOf);

describe('user agents', () => {
  it.each(
    rows.map(([client, clientVersion, platform, rule, userAgent]) => ({
      userAgent,
      client,
      clientVersion,
      platform,
      rule,
    })),
  )('$userAgent is $client $clientVersion, $rule', ({ userAgent, client, clientVersion, platform, rule }) => {
    let isBot = bots.includes(audienceRules[rule as keyof typeof audienceRules].audience);
    expect(read(userAgent)).toMatchObject({ client, clientVersion, platform, rule, isBot });
  });

  it('include at least 300 of 2025 and 2026, of every audience that an agent alone can identify', () => {
    let current = sections.filter(([title]) => title?.startsWith('Current')).flatMap(rowsOf);
    expect(new Set(current.map((row) => row.at(-1))).size).toBeGreaterThanOrEqual(300);
    let told = new Set(current.map(([, , , rule]) => audienceRules[rule as keyof typeof audienceRules].audience));
    expect([...told].sort()).toEqual(
      ['ai-crawler', 'ai-user', 'automation', 'bot', 'ci', 'mirror', 'person-like', 'unknown'].sort(),
    );
  });
});

it.each(['', ' ', '-', 'x'.repeat(500), '\u0001', 'Mozilla/5.0'])(
  '%j has no platform and causes no error',
  (userAgent) => {
    expect(read(userAgent).platform).toBe('');
  },
);

it('every AI agent has a company and a purpose, and those that fetch for a person are assistants', () => {
  let named = automaticPrograms.flatMap(([kind, programs]) =>
    aiAudiences.some((audience) => audience === kind) ? programs.map(([client]) => [client, kind] as const) : [],
  );
  expect(named.map(([client]) => client).sort()).toEqual([...knownAgents.keys()].sort());
  for (let [client, kind] of named)
    expect([client, knownAgents.get(client)!.purpose === 'person']).toEqual([client, kind === 'ai-user']);
});
