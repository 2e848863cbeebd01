/** Names of hosts as people read them. */
import { domainToASCII, domainToUnicode } from 'node:url';

/** Letters of a label of which some look like those of another script. */
const mixed =
  /\p{Script=Latin}.*[^\p{Script=Latin}\p{Script=Common}]|[^\p{Script=Latin}\p{Script=Common}].*\p{Script=Latin}/u;

/**
 * `bücher.example` of `xn--bcher-kva.example`. A name stays as it is if a label mixes scripts to
 * look like another, or is wrong.
 */
export function readableDomain(domain: string): string {
  let readable = domainToUnicode(domain);
  let isMisleading = domainToASCII(readable) !== domain || readable.split('.').some((label) => mixed.test(label));
  return isMisleading ? domain : readable;
}
