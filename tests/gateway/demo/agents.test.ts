import { createAgentReader } from 'edge/enrich/agent';
import { sampleAgents } from 'gateway/demo/agents';
import { samplePackages, samplePixels } from 'gateway/demo/artifacts';
import { sampleEvents } from 'gateway/demo/events';
import { expect, test } from 'vitest';

test('sample clients are what the gateway reads from their user agents', () => {
  let read = createAgentReader();
  for (let [userAgent, client, platforms, , toolchain] of Object.values(sampleAgents).flat()) {
    let { platform, runtime, installer, arch, libc, ...agent } = read(userAgent);
    expect(agent.client).toBe(client);
    if (platform) expect(platforms).toEqual([platform]);
    expect({ runtime, installer, arch, libc }).toEqual({
      runtime: '',
      installer: '',
      arch: '',
      libc: '',
      ...toolchain,
    });
  }
});

function someEvents() {
  let packages = samplePackages('').map((sample) => ({ ...sample, id: sample.type, ownerId: sample.owner }));
  let pixels = samplePixels.map((sample) => ({ ...sample, id: 'pixel', ownerId: sample.owner }));
  return [...sampleEvents({ packages, pixels }, 4_000, Date.parse('2026-11-20T12:00:00Z'))];
}

test('sample downloads in CI name its provider where their client does', () => {
  let read = createAgentReader();
  let ofNpm = someEvents().filter(({ artifactId }) => artifactId === 'npm');
  for (let { userAgent, ciProvider } of ofNpm) if (ciProvider) expect(read(userAgent)).toMatchObject({ ciProvider });
  let named = ofNpm.filter(({ audience, client }) => audience === 'ci' && client === 'npm');
  expect(new Set(named.map(({ ciProvider }) => ciProvider))).toEqual(
    new Set(['github-actions', 'gitlab-ci', 'circleci']),
  );
  expect(ofNpm.filter(({ audience, ciProvider }) => audience !== 'ci' && ciProvider)).toEqual([]);
});

test('sample downloads of npm and Python packages name a runtime, those of bots do not', () => {
  let events = someEvents();
  let runtimesOf = (type: string) =>
    new Set(events.filter(({ artifactId, runtime }) => artifactId === type && runtime).map(({ runtime }) => runtime));
  expect([...runtimesOf('npm')].sort()).toEqual(['Node.js 16', 'Node.js 18', 'Node.js 20', 'Node.js 22', 'Node.js 24']);
  expect([...runtimesOf('python')].sort()).toEqual(['Python 3.10', 'Python 3.12', 'Python 3.13', 'Python 3.9']);
  expect(runtimesOf('docker').size).toBe(0);
  expect(events.filter(({ client, runtime }) => client === 'GPTBot' && runtime)).toEqual([]);
});
