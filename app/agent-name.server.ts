/**
 * What a `User-Agent` says in words people know: "Firefox 128 on Linux"; other programs by their
 * own first word.
 */
import Bowser from 'bowser';

const lengthMax = 60;

/** Short name of a client; "Unknown" for an empty text. */
export function agentName(agent: string): string {
  if (agent === '') return 'Unknown';
  if (agent.startsWith('Mozilla/')) {
    let { browser, os } = Bowser.parse(agent);
    let name = [browser.name, browser.version?.split('.')[0]].filter(Boolean).join(' ');
    if (name) return os.name ? `${name} on ${os.name}` : name;
  }
  return (agent.split(' ')[0] ?? agent).replace('/', ' ').slice(0, lengthMax);
}
