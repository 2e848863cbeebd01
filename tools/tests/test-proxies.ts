/**
 * `npx tsx tools/tests/test-proxies.ts`: runs the nginx and Caddy configurations of docs/install.md
 * in front of the built product, and checks hosts, forms, cookies and client addresses; then
 * haproxy. Needs nginx, caddy, haproxy, openssl and Linux.
 */
// Builds the product first.
import '../built.mjs';
import { setTimeout as pause } from 'node:timers/promises';
import { checkHaproxy } from './haproxy-checks';
import { freePorts, startTarget } from '../../tests/attack/target';
import { visitorFrom } from '../../tests/support/https-visitor';
import { checks, limitCheck, plainChecks, type Check } from '../../tests/support/proxy-checks';
import {
  isInstalled,
  kinds,
  names,
  startProxy,
  type Ports,
  type RunningProxy,
} from '../../tests/support/documented-proxy';

const startLimitMs = 30_000;

type Kind = (typeof kinds)[number];

async function main(): Promise<number> {
  let missing = [...kinds.map(({ name }) => name), 'haproxy', 'openssl'].filter((name) => !isInstalled(name));
  if (missing.length)
    throw new Error(`Not installed: ${missing.join(', ')}. On Debian: apt-get install nginx caddy haproxy`);
  let failed = 0;
  for (let kind of kinds) failed += await checkBehind(kind);
  let all = kinds.flatMap(checksOf).length + 1;
  failed += await checkHaproxy((title, fault) => {
    all++;
    sayChecked('haproxy', title, fault);
  });
  process.stdout.write(`\n${all - failed} passed, ${failed} failed\n`);
  return failed === 0 ? 0 : 1;
}

function checksOf({ answersPlain }: Kind) {
  return answersPlain ? [...checks, ...plainChecks] : checks;
}

function sayChecked(proxy: string, title: string, fault: string): void {
  process.stdout.write(`${proxy.padEnd(7)} ${fault ? 'FAILED' : 'ok    '} ${title}${fault && `\n${fault}\n`}\n`);
}

/**
 * Runs a proxy with a product of its own, so that sign-in counts start at zero; returns the number
 * of failed checks.
 */
async function checkBehind(kind: Kind): Promise<number> {
  let product = await startTarget({
    TRUST_PROXY: 'true',
    PUBLIC_URL: `https://${names.dashboard}`,
    GATEWAY_DOMAIN: names.gateway,
  });
  try {
    let behind = { dashboard: product.dashboardPort, gateway: product.gatewayPort };
    let failed = await checkThrough(kind, behind, checksOf(kind));
    // As where the line of docs/install.md is left out.
    if (kind.name === 'nginx')
      failed += await checkThrough(kind, behind, [limitCheck], (block) =>
        block.replaceAll('client_max_body_size 0', 'client_max_body_size 1m'),
      );
    return failed;
  } finally {
    await product.close();
  }
}

async function checkThrough(
  kind: Kind,
  behind: Pick<Ports, 'dashboard' | 'gateway'>,
  chosen: readonly Check[],
  change?: (block: string) => string,
): Promise<number> {
  let [port, plain] = (await freePorts(2)) as [number, number];
  let proxy: RunningProxy = startProxy(kind, { proxy: port, plain, ...behind }, change);
  try {
    await untilAnswers(proxy, port);
    let failed = 0;
    for (let [title, holds] of chosen) {
      let fault = await holds(port, plain).then(
        () => '',
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      );
      sayChecked(kind.name, title, fault);
      if (fault) failed++;
    }
    return failed;
  } finally {
    await proxy.close();
  }
}

/** Waits until the proxy has its certificates and passes requests to both sides. */
async function untilAnswers(proxy: RunningProxy, port: number): Promise<void> {
  let { ask } = visitorFrom('127.0.0.1', port);
  let limit = performance.now() + startLimitMs;
  for (let host of [names.dashboard, `api.${names.gateway}`, `behind.gateway.${names.gateway}`])
    while (!(await ask(host, '/healthz').catch(() => undefined))) {
      if (!proxy.isAlive() || performance.now() > limit) throw new Error(`The proxy did not start:\n${proxy.said()}`);
      await pause(50);
    }
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  },
);
