/** Checks external services of the settings: single sign-on, and the clock by their responses. */
import { discover } from 'gateway/people/single-sign-on/discovery';
import { secondsAhead, servicesWithClocks } from '../server/outside-clocks';
import { singleSignOnSettings } from '../server/outside-services';
import type { Settings } from '../server/settings';
import { clockSecondsMax, networkErrorReason, type Finding } from './finding';

/** Whether the provider's discovery document is readable and belongs to OIDC_ISSUER. */
export async function checkSingleSignOn(settings: Settings): Promise<Finding[]> {
  let about = 'sign-on';
  let singleSignOn = singleSignOnSettings(settings);
  if (!singleSignOn) return [];
  let { issuer } = singleSignOn;
  let answer: Response | undefined;
  let ask = async (address: string, options: object) => (answer = await fetch(address, options)).clone();
  try {
    let { authorization_endpoint, token_endpoint, jwks_uri } = (
      await discover(singleSignOn, undefined, ask)
    ).serverMetadata();
    if (authorization_endpoint && token_endpoint && jwks_uri)
      return [{ level: 'ok', about, text: `${issuer} serves its discovery document.` }];
    return [
      { level: 'fail', about, text: `The discovery document of ${issuer} is missing sign-in endpoints or keys.` },
    ];
  } catch (error) {
    return [{ level: 'fail', about, text: await whyNot(issuer, answer, error) }];
  }
}

async function whyNot(issuer: string, answer: Response | undefined, error: unknown): Promise<string> {
  let correct = 'Check OIDC_ISSUER or the provider.';
  if (!answer) return `${issuer} cannot be reached (${causeOf(error)}). ${correct}`;
  if (!answer.ok) return `${issuer} responds with ${answer.status} instead of a discovery document. ${correct}`;
  let { issuer: said } = (await answer.json().catch(() => ({}))) as { issuer?: unknown };
  if (typeof said !== 'string') return `${issuer} does not serve a discovery document. ${correct}`;
  return `The provider identifies as ${said.slice(0, 200)}, but OIDC_ISSUER is ${issuer}. Set OIDC_ISSUER to that name.`;
}

/** Compares this machine's clock with that of a service in the settings. */
export async function checkClock(settings: Settings): Promise<Finding[]> {
  let about = 'clock';
  if (settings.GATEWAY_URL) return [];
  for (let address of servicesWithClocks(settings)) {
    let off = await secondsAhead(address);
    if (off === undefined) continue;
    let { host } = new URL(address);
    if (Math.abs(off) <= clockSecondsMax) return [{ level: 'ok', about, text: `In sync with ${host}.` }];
    let text = `This machine is ${Math.round(Math.abs(off))} s ${off > 0 ? 'ahead of' : 'behind'} ${host}. Run NTP.`;
    return [{ level: 'warn', about, text }];
  }
  let text = 'No service in the settings answered, so this time is not compared with another clock. Keep NTP running.';
  return [{ level: 'warn', about, text }];
}

function causeOf(error: unknown): string {
  return networkErrorReason(error instanceof Error ? (error.cause ?? error) : error);
}
