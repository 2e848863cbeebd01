/**
 * Classifies the organization behind a network: by a table of known names, else by words in its
 * name.
 */
import { unknownCompany, type Company } from './enrich';
import { business, cloudNetworks, friendlyNames, hosting, type OrganisationKind } from './organisations';

const legalForms = new Set(
  'ab ag as asa aktiengesellschaft bv co company corp corporation ek gmbh group holding holdings inc incorporated kg lda limited llc llp lp ltd nv oy oyj plc pte pty sa sas sarl se spa srl the'.split(
    ' ',
  ),
);

/** A name without case, punctuation and legal form: `Amazon.com, Inc.` is `amazon com`. */
export function plainName(name: string): string {
  let words = name
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\b([a-z])\.(?=[a-z]\b)/g, '$1')
    .replace(/[^\p{L}\p{N}&]+/gu, ' ')
    .trim()
    .split(' ');
  if (words[0] === 'the') words.shift();
  while (words.length > 1 && legalForms.has(words.at(-1)!)) words.pop();
  return words.join(' ');
}

/**
 * Kinds by words in a name, the first match decides. Access providers come last, because their
 * words are the least specific.
 */
const wording: [kind: OrganisationKind, words: RegExp][] = [
  [
    'education',
    /universi|\bunivers|\buniv\b|college|\bschools?\b|\bschule|hochschule|institut\w* (?:of |de |superior )?techno|polytech|politecnic|academ|akadem|\bk-?12\b|faculty|facult|research (?:and|&) education|education|rechenzentrum|\brenater\b|\bsurf b|\bjisc\b|\bgarr\b|forschungsnetz|\binternet2\b|\bcern\b/i,
  ],
  [
    'government',
    /government|\bgovt?\b|gobierno|governo|ministr|ministerio|department of|\bdod\b|\bu\.?s\.? (?:army|navy|air force)|\bnavy\b|\barmy\b|air force|state of |city of |county|municip|council|parliament|senate|federal (?:bureau|agency|office|aviation|reserve)|national (?:aeronautics|institutes? of health|laborator)|\bnasa\b|police|tribunal|prefeitura|usaisc/i,
  ],
  [
    'hosting',
    /\bhost|hosting|hoster|cloud|server|\bvps\b|data ?cent(?:er|re)|\bcolo|\bcdn\b|dedicated|virtual machine|\bidc\b/i,
  ],
  [
    'isp',
    /tele[ck]|telef|telia|telmex|telstra|telus|telco|commun?icat|comunica|broadband|banda larga|\bcable|\bkabel|mobile|movil|wireless|wi-?fi|cellular|internet|\bisp\b|fib(?:er|re|ra)|networks?\b|\bnets?\b|net\b|\bonline\b|satelli|\bdsl\b|\blink\b|provedor|provider|backbone|transit|exchange|\bix\b|carrier|vodafone|\borange\b|t-mobile|verizon|comcast|charter|at&t|\bcox\b|level 3|cogent|lumen|chinanet|china unicom|unicom|rostelecom|megafon|rogers|bell canada|swisscom|proximus|\bkpn\b|starlink|zayo|\bgtt\b|\bntt\b|softbank|kddi|jio\b|airtel|frontier|windstream|brightspeed|optic|connect/i,
  ],
];

/** Words of organizations that do not sell access: their networks are used by their own people. */
const trades =
  /\bbank|insur|versicher|pharma|biotech|motors?\b|automo|airline|airways|hospital|clinic|health|software|semiconductor|media\b|games?\b|energy|electric|financ|capital|invest|retail|foods?\b|market|logistic|railway|steel|chemi|oil\b|gas\b|aerospace|consult|laborator|stores?\b|hotel|news|publish|law\b/i;

/** Confidence that the name is the organization behind the request, 0 to 1. */
const confidence = { known: 0.9, school: 0.8, hostingByName: 0.7, trade: 0.7, other: 0.4 } as const;

/**
 * The company behind a network, from its number and registered name. Access providers get a kind
 * but no name, because their customers are unknown.
 */
export function classify(network: number, registered: string): Company {
  if (registered === '') return unknownCompany;
  let name = cloudNetworks[network] ?? registered;
  let plain = plainName(name);
  let provider = domainOf(hosting, plain);
  if (provider !== undefined) return company('hosting', friendlyNames[plain] ?? name, provider, confidence.known);
  let known = domainOf(business, plain);
  if (known !== undefined) return company('business', name, known, confidence.known);
  let kind = wording.find(([, words]) => words.test(name))?.[0] ?? 'business';
  if (kind === 'isp') return { ...unknownCompany, connectionType: 'isp' };
  if (kind === 'hosting') return company(kind, name, '', confidence.hostingByName);
  if (kind === 'business') return company(kind, name, '', trades.test(name) ? confidence.trade : confidence.other);
  return company(kind, name, '', confidence.school);
}

function company(
  connectionType: Company['connectionType'],
  companyName: string,
  companyDomain: string,
  sure: number,
): Company {
  return { connectionType, companyName, companyDomain, confidence: sure };
}

/** Looks up a plain name, first in full, then by ever fewer of its first words. */
function domainOf(table: Record<string, string>, plain: string): string | undefined {
  if (Object.hasOwn(table, plain)) return table[plain];
  for (let end = plain.length; end > 0; end = plain.lastIndexOf(' ', end - 1)) {
    let key = `${plain.slice(0, end)} *`;
    if (Object.hasOwn(table, key)) return table[key];
  }
  return undefined;
}
