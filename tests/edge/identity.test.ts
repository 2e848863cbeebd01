/** Which requests belong to one visitor. */
import { createHmac } from 'node:crypto';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import v8 from 'node:v8';
import vm from 'node:vm';
import { plainAddress } from 'net/proxies';
import { describe, expect, it } from 'vitest';
import * as limits from 'contract/floor/limits';
import { readEdgeRequest, type EdgeRequest, languageMax } from 'edge/requests/edge-request';
import { createIdentify, programOf, visitorSalt, type SaltSource } from 'edge/identity';

const salt = visitorSalt('a salt', '2026-11-01T00:00:00Z/2026-12-01');

function asked(given: Partial<EdgeRequest>): EdgeRequest {
  let plain = { method: 'GET', host: 'ada.localhost', path: '/', query: '', referer: '', language: '' };
  return { ...plain, address: '192.0.2.1', userAgent: 'curl/8.4.0', doNotTrack: false, headers: {}, ...given };
}

const pip = (rest: string) => `pip/25.1.1 {"ci":null,"cpu":"arm64","installer":{"name":"pip"},"python":"3.13.3"${rest}`;
const runner = 'GitHubActionsRunner-linux-x64/2.319.1';
const conda = 'conda/24.9.2 requests/2.32.3 CPython/3.12.7 Linux/6.8.0 ubuntu/22.04 aau/0.5.0';

/** User agents of one program on one machine, with the part that is hashed. */
const agents: [string, string][] = [
  [
    'bundler/2.5.23 rubygems/3.5.23 ruby/3.3.6 (x86_64-pc-linux-gnu) command/install ci/github,ci 4c5e6f7a8b9c0d1e',
    'bundler/2.5.23 rubygems/3.5.23 ruby/3.3.6 (x86_64-pc-linux-gnu) command/install ci/github,ci',
  ],
  [
    'bundler/2.4.10 rubygems/3.4.10 ruby/3.2.2 (x86_64-pc-linux-gnu) command/install',
    'bundler/2.4.10 rubygems/3.4.10 ruby/3.2.2 (x86_64-pc-linux-gnu) command/install',
  ],
  [pip(',"user_data":"spam and eggs"}'), pip('}')],
  [pip(String.raw`,"user_data":"{\"job\": \"41\", \"by\": \"ada\"}"}`), pip('}')],
  [pip(',"user_data":"cut off in the mid'), pip('')],
  [pip('}'), pip('}')],
  [`${conda} c/sgzzP8ytS_aywmqkDTJ69g s/3ItHH93LRUmCoJZkMOiD3g e/hCmim1vFSbinlm4waR6dZw o/acme-corp`, conda],
  [`${runner} ClientId/3f9a RunnerId/12 GroupId/1 CommitSHA/aab`, `${runner} CommitSHA/aab`],
  ['npm/11.19.1 node/v20.20.2 linux x64 workspaces/false ci/github-actions', ''],
  ['uv/0.5.11 {"installer":{"name":"uv","version":"0.5.11"},"python":"3.12.8","ci":true}', ''],
  ['docker/24.0.5 go/go1.20.6 git-commit/a61e2b4 kernel/6.2.0-26-generic os/linux arch/amd64', ''],
  ['curl/8.4.0 4c5e6f7a8b9c0d1e', ''],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0', ''],
];

describe('the program of a request', () => {
  it.each(agents)('%s is hashed without the parts that change between runs', (userAgent, program) => {
    expect(programOf(userAgent)).toBe(program || userAgent);
  });

  it('has one origin in all runs of Bundler', () => {
    let identify = createIdentify({ of: () => salt });
    let [one, other] = ['4c5e6f7a8b9c0d1e', '0a1b2c3d4e5f6071'].map((run) =>
      identify(asked({ userAgent: `bundler/2.5.11 rubygems/3.5.11 command/install ${run}` }), 'ada', 1),
    );
    expect(one).toEqual(other);
  });
});

describe('the network of a request', () => {
  it.each([
    ['2001:db8::1', '2001:db8:0:0:ffff::', true],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::1', true],
    ['2001:db8:1:2::1', '2001:db8:1:3::1', false],
    ['192.0.2.1', '192.0.2.2', false],
    ['192.0.2.1', '192.0.2.1', true],
    ['192.0.2.1', plainAddress('::ffff:192.0.2.1'), true],
    ['192.0.2.1', plainAddress('::ffff:c000:201'), true],
  ])('of %s and %s is the same: %s', (one, other, isSame) => {
    let identify = createIdentify({ of: () => salt });
    let [a, b] = [one, other].map((address) => identify(asked({ address }), 'ada', 1));
    expect(a!.endpointId === b!.endpointId).toBe(isSame);
  });

  it('has one endpoint for all addresses of an IPv6 network, and another for the next network', () => {
    let identify = createIdentify({ of: () => salt });
    let [a, b, c] = ['2001:db8:1:2::1', '2001:db8:1:2:9:8:7:6', '2001:db8:1:3::1'].map((address) =>
      identify(asked({ address }), 'ada', 1),
    );
    expect(a).toEqual(b);
    expect(c!.endpointId).not.toBe(a!.endpointId);
    expect(c!.originId).not.toBe(a!.originId);
  });
});

describe('ids', () => {
  it('of one visitor differ between owners and between salts', () => {
    let all = new Map(['ada', 'grace'].map((owner) => [owner, visitorSalt(`salt of ${owner}`, 'p1')]));
    let salts: SaltSource = { of: (owner) => all.get(owner)! };
    let identify = createIdentify(salts);
    let [ada, grace] = ['ada', 'grace'].map((owner) => identify(asked({}), owner, 1));
    expect(ada!.originId).not.toBe(grace!.originId);
    expect(ada!.endpointId).not.toBe(grace!.endpointId);
    expect(identify(asked({}), 'ada', 2)).toEqual(ada);
    all.set('ada', visitorSalt('the next salt of ada', 'p2'));
    let next = identify(asked({}), 'ada', 3);
    expect(next.originId).not.toBe(ada!.originId);
    expect(next.endpointId).not.toBe(ada!.endpointId);
    expect(next.idPeriod).toBe('p2');
  });

  it('of the first version are unchanged: the whole address and agent, for all owners', () => {
    let identify = createIdentify({ of: () => visitorSalt('an old salt', '', true) });
    let request = asked({ address: '2001:db8:1:2:3:4:5:6', userAgent: agents[0]![0], language: 'de' });
    let old = (text: string) => createHmac('sha256', 'an old salt').update(text).digest().readBigUInt64BE(0);
    let ids = identify(request, 'ada', 1);
    expect(ids).toEqual({
      originId: old(`origin\n2001:db8:1:2:3:4:5:6\n${agents[0]![0]}\nde`),
      endpointId: old('endpoint\n2001:db8:1:2:3:4:5:6'),
      idPeriod: '',
    });
    expect(identify(request, 'grace', 1)).toEqual(ids);
  });
});

it('takes of the languages what browsers send, so that a visitor cannot fill the memory of hashes', () => {
  let identify = createIdentify({ of: () => salt });
  let withLanguage = (language: string) => {
    let message = new IncomingMessage(new Socket());
    message.headers = { 'accept-language': language };
    return identify(
      readEdgeRequest(message, () => false),
      'ada',
      1,
    ).originId;
  };
  let most = 'x'.repeat(languageMax);
  expect(withLanguage(`${most}1`)).toBe(withLanguage(`${most}2`));
  expect(withLanguage('de')).not.toBe(withLanguage('en'));
});

it('of long headers only the part that is read stays in memory', () => {
  v8.setFlagsFromString('--expose-gc');
  let collect = vm.runInNewContext('gc') as () => void;
  let used = () => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  let req = new IncomingMessage(new Socket());
  let before = used();
  let kept = Array.from({ length: 2_000 }, (_, i) => {
    req.headers = { host: 'ada.localhost', 'user-agent': Buffer.alloc(14_000, `${i} `).toString('latin1') };
    return readEdgeRequest(req, () => false).userAgent;
  });
  expect(used() - before).toBeLessThan(4 * kept.length * limits.userAgentMax);
  expect(kept[7]).toBe('7 '.repeat(limits.userAgentMax / 2));
});
