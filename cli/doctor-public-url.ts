/**
 * Checks the dashboard at PUBLIC_URL: its certificate, what the server sees behind the proxy, and
 * the clock.
 */
import path from 'node:path';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { TLSSocket } from 'node:tls';
import { text as textOf } from 'node:stream/consumers';
import { dayMs } from 'contract/floor/time';
import { isPrivateAddress } from 'net/private-address';
import { trustsNobody } from 'net/proxies';
import { doctorHeader, doctorPath, doctorSecret, SeenRequest } from '../server/doctor-answer';
import { isThere } from '../server/data-folder';
import type { Settings } from '../server/settings';
import { checkTimeoutMs, clockSecondsMax, networkErrorReason, type Finding } from './finding';

/** An address for documentation, which no client has. */
const claimed = '192.0.2.77';
const certificateDaysMin = 14;

interface Answer {
  status: number;
  body: string;
  /** From the Date header. */
  clockSeconds: number | undefined;
  certificateEnds: number | undefined;
}

export async function checkPublicUrl(settings: Settings): Promise<Finding[]> {
  let { PUBLIC_URL, IS_PUBLIC_URL_GIVEN } = settings;
  let findings: Finding[] = [];
  if (!IS_PUBLIC_URL_GIVEN)
    findings.push({
      level: 'warn',
      about: 'public url',
      text: `PUBLIC_URL is not set: links in emails point to ${PUBLIC_URL}. Set it to the URL people use.`,
    });
  try {
    let plain = await ask(settings);
    let spoofed = await ask(settings, { 'x-forwarded-for': claimed });
    return [
      ...findings,
      ...reached(settings, plain),
      ...proxyFindings(settings, seenIn(plain), seenIn(spoofed)),
      clock(plain),
    ];
  } catch (error) {
    return [
      ...findings,
      { level: 'fail', about: 'public url', text: `${PUBLIC_URL}: ${explained(networkErrorReason(error))}` },
    ];
  }
}

function ask(settings: Settings, headers: Record<string, string> = {}): Promise<Answer> {
  let { PUBLIC_URL, DATA_DIR, SECRETS_ENCRYPTION_KEY, SESSION_SECRETS } = settings;
  let url = new URL(`${PUBLIC_URL}${doctorPath}`);
  // Without secrets here, the response comes from a server with others; the doctor creates none.
  let isKnown = SECRETS_ENCRYPTION_KEY ?? SESSION_SECRETS ?? isThere(path.join(DATA_DIR, 'secrets.json'));
  let own = isKnown ? { [doctorHeader]: doctorSecret(settings) } : {};
  let open = url.protocol === 'https:' ? https.get : http.get;
  return new Promise((resolve, reject) => {
    let options = {
      headers: { ...own, ...headers },
      agent: false as const,
      signal: AbortSignal.timeout(checkTimeoutMs),
    };
    open(url, options, (response) => void answerOf(response).then(resolve, reject)).once('error', reject);
  });
}

async function answerOf(response: IncomingMessage): Promise<Answer> {
  let { date } = response.headers;
  let ends = response.socket instanceof TLSSocket && response.socket.getPeerCertificate().valid_to;
  return {
    status: response.statusCode ?? 0,
    clockSeconds: date === undefined ? undefined : (Date.now() - Date.parse(date)) / 1_000,
    certificateEnds: ends ? Date.parse(ends) : undefined,
    body: await textOf(response),
  };
}

/** What the server has seen; undefined if something else responded. */
function seenIn({ status, body }: Answer): SeenRequest | undefined {
  if (status !== 200) return undefined;
  try {
    return SeenRequest.parse(JSON.parse(body));
  } catch {
    return undefined;
  }
}

function reached({ PUBLIC_URL }: Settings, answer: Answer): Finding[] {
  let about = 'public url';
  let { status, certificateEnds } = answer;
  if (status === 503) return [{ level: 'warn', about, text: `${PUBLIC_URL}: the server is not ready.` }];
  if (!seenIn(answer))
    return [
      {
        level: 'fail',
        about,
        text:
          `${PUBLIC_URL} responds with ${status}, but not from this installation. Check the proxy target, the running ` +
          'version, and the secrets: DATA_DIR, or SECRETS_ENCRYPTION_KEY and SESSION_SECRETS of several servers.',
      },
    ];
  let days = certificateEnds === undefined ? undefined : Math.floor((certificateEnds - Date.now()) / dayMs);
  if (days === undefined) return [{ level: 'ok', about, text: `${PUBLIC_URL} reaches this installation.` }];
  if (days < certificateDaysMin)
    return [
      {
        level: 'warn',
        about,
        text: `The certificate of ${PUBLIC_URL} expires in ${days} days. Check why it is not renewed.`,
      },
    ];
  return [
    { level: 'ok', about, text: `${PUBLIC_URL} reaches this installation. Its certificate expires in ${days} days.` },
  ];
}

function proxyFindings({ PUBLIC_URL, TRUST_PROXY }: Settings, plain?: SeenRequest, spoofed?: SeenRequest): Finding[] {
  let about = 'proxy';
  if (!plain || !spoofed) return [];
  let { host, protocol } = new URL(PUBLIC_URL);
  let findings: Finding[] = [];
  if (plain.host !== host)
    findings.push({
      level: 'warn',
      about,
      text: `The server sees the host ${plain.host} instead of ${host}. Forward the Host header in the proxy.`,
    });
  if (protocol === 'https:' && TRUST_PROXY === trustsNobody)
    findings.push({
      level: 'fail',
      about,
      text: `Requests seem to come from ${plain.address}, the proxy, because TRUST_PROXY is false. Set it to the number of proxies.`,
    });
  else if (spoofed.address === claimed)
    findings.push(
      isPrivateAddress(plain.address)
        ? {
            level: 'warn',
            about,
            text:
              `The server trusted a forged IP address sent by this machine (${plain.address}). ` +
              'This is only correct if TRUST_PROXY names its network. A number must be the number of proxies.',
          }
        : {
            level: 'fail',
            about,
            text:
              'Clients can forge their IP address: TRUST_PROXY is too high, or the outermost proxy forwards ' +
              'X-Forwarded-For. Let that proxy replace it, or lower TRUST_PROXY.',
          },
    );
  if (findings.length > 0) return findings;
  let text = `The server sees ${plain.address} and ${protocol.slice(0, -1)}, and ignores forged IP addresses. Compare it with the IP address of this machine.`;
  return [{ level: 'ok', about, text }];
}

/** Other services are checked separately: this may be the same machine. */
function clock({ clockSeconds }: Answer): Finding {
  let about = 'clock';
  if (clockSeconds === undefined)
    return { level: 'warn', about, text: 'The response of PUBLIC_URL has no date to compare with. Keep NTP running.' };
  let off = Math.abs(clockSeconds);
  if (off > clockSecondsMax)
    return {
      level: 'warn',
      about,
      text: `This machine and PUBLIC_URL differ by ${Math.round(off)} s. Run NTP on both.`,
    };
  return { level: 'ok', about, text: 'This machine and PUBLIC_URL have the same time.' };
}

function explained(reason: string): string {
  if (reason === 'ENOTFOUND' || reason === 'EAI_AGAIN')
    return `its host does not resolve (${reason}). Create a DNS record.`;
  if (reason === 'ECONNREFUSED') return 'connection refused. Start the proxy, or correct PUBLIC_URL.';
  if (/abort|timeout|TIMEDOUT/i.test(reason))
    return `no response within ${checkTimeoutMs / 1_000} s. Check firewall and proxy.`;
  if (/CERT|SSL|TLS|SIGNED|VERIFY/i.test(reason))
    return `invalid certificate (${reason}). Renew it, or set NODE_EXTRA_CA_CERTS for your own authority.`;
  return `it cannot be reached (${reason}).`;
}
