/** Common names of clients, platforms and countries. */
import Bowser from 'bowser';

const lengthMax = 60;

/**
 * Short name of a client by its `User-Agent`, "Firefox 128 on Linux"; other programs by their own
 * first word, "Unknown" for an empty text.
 */
export function agentName(agent: string): string {
  if (agent === '') return 'Unknown';
  if (agent.startsWith('Mozilla/')) {
    let { browser, os } = Bowser.parse(agent);
    let name = [browser.name, browser.version?.split('.')[0]].filter(Boolean).join(' ');
    if (name) return os.name ? `${name} on ${os.name}` : name;
  }
  return (agent.split(' ')[0] ?? agent).replace('/', ' ').slice(0, lengthMax);
}

/** Names of countries. */
const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });

/** The English name of an ISO 3166 country code; other texts are returned unchanged. */
export function countryName(code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (regions.of(code) ?? code) : code;
}

const platforms: Record<string, string> = {
  linux: 'Linux',
  darwin: 'macOS',
  macos: 'macOS',
  windows: 'Windows',
  ios: 'iOS',
  android: 'Android',
  freebsd: 'FreeBSD',
  openbsd: 'OpenBSD',
  sunos: 'SunOS',
  aix: 'AIX',
  unknownplatform: 'Unknown platform',
  allplatforms: 'All platforms',
};

/** What people call a platform. */
export function platformName(platform: string): string {
  return platforms[platform.toLowerCase()] ?? platform;
}
