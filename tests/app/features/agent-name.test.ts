import { agentName } from 'app/text/display-names.server';
import { expect, test } from 'vitest';

test.each([
  ['', 'Unknown'],
  ['curl/8.5.0', 'curl 8.5.0'],
  ['docker/26.1 go/go1.21 kernel/6.1', 'docker 26.1'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0', 'Firefox 128 on Linux'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15',
    'Safari 17 on macOS',
  ],
  ['Mozilla/5.0', 'Mozilla 5.0'],
  ['x'.repeat(400), 'x'.repeat(60)],
])('the name of %j is %j', (agent, name) => {
  expect(agentName(agent)).toBe(name);
});
