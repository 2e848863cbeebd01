/** Checks whether the server runs, its own health checks, and the free disk space. */
import { statfs } from 'node:fs/promises';
import path from 'node:path';
import { areZoneRulesOld, oldZoneRules } from 'contract/floor/zone-rules';
import { checkMailServer } from 'gateway/floor/mail/transports';
import { unwritable } from '../server/data-folder';
import type { Settings } from '../server/settings';
import { checkTimeoutMs, networkErrorReason, type Finding } from './finding';

const megabyte = 1024 * 1024;
/** As on the status page. */
const freeShareMin = 0.1;

export async function checkPorts(settings: Settings): Promise<Finding[]> {
  let findings: Finding[] = [];
  for (let [setting, address] of addressesOf(settings)) {
    let answer = await get(`${address}/healthz`);
    let text =
      typeof answer === 'string'
        ? `No response from ${address} (${answer}). Start the server, or use the same settings.`
        : `${address} responds with ${answer.status} instead of 200. Another program may be listening there. Check ${setting}.`;
    let isOk = typeof answer !== 'string' && answer.status === 200;
    findings.push({
      level: isOk ? 'ok' : 'fail',
      about: 'ports',
      text: isOk ? `${setting}: ${address} responds.` : text,
    });
  }
  return findings;
}

export async function checkStores(settings: Settings): Promise<Finding[]> {
  let findings: Finding[] = [];
  for (let [setting, address] of addressesOf(settings)) {
    let answer = await get(`${address}/readyz`);
    // checkPorts has reported it.
    if (typeof answer === 'string') continue;
    let about = setting === 'PORT' ? 'stores' : 'edge';
    findings.push({
      level: answer.status === 200 ? 'ok' : 'fail',
      about,
      text: answer.text.trim().replaceAll('\n', '; '),
    });
  }
  return findings;
}

function addressesOf({ HOST, PORT, GATEWAY_PORT, GATEWAY_URL }: Settings): [string, string][] {
  let at = (host: string, port: number) => `http://${reachable(host)}:${port}`;
  let all: [string, string][] = [['PORT', at(HOST, PORT)]];
  if (!GATEWAY_URL) all.push(['GATEWAY_PORT', at(HOST, GATEWAY_PORT)]);
  return all;
}

/** A server that listens on all addresses is reached at 127.0.0.1. */
function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}

/** The response, or why there is none. */
async function get(address: string): Promise<{ status: number; text: string } | string> {
  try {
    let response = await fetch(address, { signal: AbortSignal.timeout(checkTimeoutMs), redirect: 'manual' });
    return { status: response.status, text: await response.text() };
  } catch (error) {
    return networkErrorReason(error instanceof Error ? (error.cause ?? error) : error);
  }
}

/** The rules are those of the Node that runs this command. */
export async function checkZoneRules(): Promise<Finding[]> {
  let rules = process.versions.tz ?? '';
  let isOld = areZoneRulesOld(rules, Date.now());
  let said = `Node ${process.versions.node} has the rules ${rules}.`;
  return [{ level: isOld ? 'warn' : 'ok', about: 'time zones', text: isOld ? `${said} ${oldZoneRules}` : said }];
}

export async function checkDisk({ DATA_DIR, JOURNAL_MIN_FREE_MB }: Settings): Promise<Finding[]> {
  let about = 'disk';
  let folder = path.resolve(DATA_DIR);
  let problem = unwritable(folder);
  if (problem !== undefined) return [{ level: 'fail', about, text: problem }];
  let { bavail, blocks, bsize } = await statfs(folder);
  let free = bavail * bsize;
  let said = `${Math.round(free / megabyte).toLocaleString('en')} MB of the disk of ${folder} are free`;
  if (free < JOURNAL_MIN_FREE_MB * megabyte)
    return [
      {
        level: 'fail',
        about,
        text: `${said}, less than JOURNAL_MIN_FREE_MB: downloads are not counted. Free up disk space.`,
      },
    ];
  if (bavail < blocks * freeShareMin)
    return [{ level: 'warn', about, text: `${said}, less than 10%. Free up disk space.` }];
  return [{ level: 'ok', about, text: `${said}.` }];
}

export async function checkMail({ SMTP_URL, GATEWAY_URL, PUBLIC_URL }: Settings): Promise<Finding[]> {
  let about = 'mail';
  if (GATEWAY_URL) return [];
  if (SMTP_URL === undefined)
    return [{ level: 'warn', about, text: 'SMTP_URL is not set: emails are only written to the outbox folder.' }];
  let { place, failure } = await checkMailServer(SMTP_URL, PUBLIC_URL);
  if (failure === null) return [{ level: 'ok', about, text: `${place} accepts the connection and user of SMTP_URL.` }];
  return [{ level: 'fail', about, text: `${place} refused: ${failure}. Check SMTP_URL or that server.` }];
}
