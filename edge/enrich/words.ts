/** Kinds of organizations by words in their registered names, for names that are not known. */
import type { Event } from 'contract/event-fields';

type ConnectionType = Event['connectionType'];
type WordRule = { rule: 'education' | 'government' | 'hosting' | 'trade'; connectionType: ConnectionType };

/** Matches any of the words, in any case. */
function wordsOf(lines: string): RegExp {
  return new RegExp(lines.replace(/\n\s*/g, ''), 'i');
}

/** Networks that universities and schools share. */
const research = wordsOf(String.raw`
  (?:academic|research|education(?:al)?|scien\w+|school)(?: (?:and|&) \w+)? (?:computer )?networks?\b|
  research (?:and|&) education|education (?:and|&) research|forschungsnetz|\bnren\b|r[eé]d acad[eé]mica|
  rede acad[eê]mica|network for education`);

/** Relays for other people's traffic. */
const tunnel = wordsOf(String.raw`
  \bvpn\b|\btor (?:exit|relay|project)|\bproxy\b|\bproxies\b`);

/** Access and transit: their customers send the requests. */
const access = wordsOf(String.raw`
  \btele|tele[ckf]|telia|(?<!ho|in|mat)tel\b|etisalat|iletisim|phone\b|\bgsm\b|hutchison|powercomm|telmex|
  telstra|telus|telco|commun?icat|comunica|broadband|banda larga|\bcable|\bkabel|mobile|movil|wireless|wi-?fi|
  cellular|internet|\bisp\b|fib(?:er|re|ra)|networks?\b|\bnets?\b|net\b|\bonline\b|satelli|\bdsl\b|\blink\b|
  provedor|provider|backbone|transit|exchange|\bix\b|carrier|vodafone|\borange\b|t-mobile|verizon|comcast|
  charter|at&t|\bcox\b|level 3|cogent|lumen|chinanet|china unicom|unicom|rostelecom|megafon|rogers|bell canada|
  swisscom|proximus|\bkpn\b|starlink|zayo|\bgtt\b|\bntt\b|softbank|kddi|jio\b|airtel|frontier|windstream|
  brightspeed|optic|connect|coop\b|cooperativ|\butilit|light (?:and|&) power|public power`);

const education = wordsOf(String.raw`
  universi(?:t|d)|univerzi|uniwersyt|universitaire|\buniv\b|college|\bschools?\b|\bschule|hochschule|
  institut\w* (?:of |de |superior )?(?:advanced )?(?:science|techno)|wissenschaftliche datenverarbeitung|
  polytech|politecnic|politechnik|academy of|akadem|\bfaculty\b|facultad|\bcern\b|
  european organization for nuclear research`);

/** National authorities. */
const government = wordsOf(String.raw`
  \bgovernment|\bgovt\b|\bgobierno|\bgoverno|\bminist(?:ry|erio|ere|erium|ero|erstvo)\b|department of|\bdod\b|
  \bu\.?s\.? (?:army|navy|air force)|\bnavy\b|\barmy\b|air force|
  federal (?:bureau|agency|office|aviation|reserve)|
  national (?:aeronautics|oceanic|institutes? of (?:health|standards)|library of|(?:\w+ )?laborator)|\bnasa\b|
  \bbundes(?:amt|anstalt|ministerium|tag|wehr)|european (?:commission|parliament|space agency)|parliament of|
  house of representatives|\bsenate\b|internal revenue service|servico federal|national informatics centre|
  swiss federation|tribunal|prefeitura|usaisc`);

/** Towns and states, many of which run access networks too. */
const localGovernment = wordsOf(String.raw`
  \b(?:state|city|town|county|province) of |\bmunicip|\bcounty (?:council|of)|city council|magistrat der stadt`);

const hosting = wordsOf(String.raw`
  \bhost(?:s|ed|er|ers|ing)?\b|\w{3,}hosting|webhost|\bcloud|\bservers?\b|\bvps\b|data ?cent(?:er|re)|
  \bcolo(?:cation)?\b|\bcdn\b|dedicated server|virtual machine`);

/** Names of hosting providers have words like `net` and `online` too, but not these. */
const telecommunications = wordsOf(String.raw`
  tele[ck]|\btel\b|commun?icat|broadband(?! hosting)|wireless|\bfib(?:er|re)|\bix\b`);

/** Organizations that do not sell access, so their own people use their network. */
const trade = wordsOf(String.raw`
  \bban(?:k|ka|ca|co|que|kas)\b|\bbank of\b|\bsavings\b|credit union|insurance|versicherung|assurances?\b|
  seguros\b|ubezpiecze|pharma(?!cy net)|biotech|\bmotors?\b|automotive|\bairlines?\b|\bairways\b|hospital|
  \bclinics?\b|klinik|krankenhaus|healthcare|medical cent|semiconductor|aerospace|securities|asset management|
  capital (?:management|markets|partners)|investment management|\bfoods\b|\bsteel\b|\bchemicals?\b|petroleum|
  manufacturing|railways?\b|railroad|\blogistics\b|\bhotels?\b|supermarket|\bbrewer|newspaper|pensions?\b|
  brokerage|\bhealth\b|laborator|\bmedical\b|\bdental\b|\baviation\b|stock exchange|publishing|\bmuseum|
  \bmining\b|\bcement\b|\btextile|construction|real estate|\brealty\b|agricultur|packaging|furniture|\bpaper\b`);

/** The rule for a name; only a connection type if it must not name a company. */
export function wordRuleOf(name: string): WordRule | Extract<ConnectionType, '' | 'isp' | 'research' | 'vpn'> {
  let sellsAccess = access.test(name);
  if (research.test(name)) return 'research';
  if (tunnel.test(name)) return 'vpn';
  if (education.test(name)) return { rule: 'education', connectionType: 'education' };
  if (government.test(name)) return { rule: 'government', connectionType: 'government' };
  if (localGovernment.test(name) && !sellsAccess) return { rule: 'government', connectionType: 'government' };
  if (hosting.test(name) && !telecommunications.test(name)) return { rule: 'hosting', connectionType: 'hosting' };
  if (sellsAccess) return 'isp';
  return trade.test(name) ? { rule: 'trade', connectionType: 'business' } : '';
}
