import { createRandom } from 'gateway/demo/random';
import { sampleRequest } from 'gateway/demo/traffic';
import { expect, test } from 'vitest';

test('the traffic of a running demo asks for files of its packages', () => {
  let random = createRandom(7);
  for (let i = 0; i < 200; i++) {
    let { host, path, userAgent } = sampleRequest(random);
    expect(host).toMatch(/^(ada|hopper-labs)\.gateway\.localhost$/);
    expect(path).toMatch(/^\/(flowmatic|nanosecond|engine|bernoulli)\/\d+\.\d+\.\d+\/[a-z-]+\.(tar\.gz|zip)$/);
    expect(userAgent).not.toBe('');
  }
});
