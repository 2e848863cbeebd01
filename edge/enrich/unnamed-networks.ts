/**
 * Networks whose users are not the organization they are registered to, so they get no company
 * name: by name as in organizations.json, and by number where the name is not enough.
 */
import type { Event } from 'contract/event-fields';

type UnnamedKind = Extract<Event['connectionType'], 'isp' | 'research' | 'vpn' | 'crawler'>;

/** Customers of access and transit providers. */
const accessProviders = `
  a1 bulgaria *, a1 hrvatska *, a1 slovenija *, administracion nacional de telecomunicaciones *, afrihost *,
  algar *, andrews & arnold *, arelion *, bahnhof *, bezeq *, biglobe *, bouygues telecom *, cantv *, claro *,
  cloud networks *, cogeco *, colt *, copel *, digi romania *, dna oyj, ee limited, eir, electric lightwave *,
  elisa *, epb *, fastweb *, free mobile *, free sas, gtt *, hgc *, hkt *, hrvatski telekom *, hughes network *,
  hurricane electric *, hyperoptic *, iliad *, init7 *, kcom *, kddi *, kpn *, kyivstar *, liberty global *,
  ligga *, magticom *, maxis *, mediacom *, melita *, mila hf, odido *, one new zealand *, optus *, pccw *,
  pjsc vimpelcom *, post luxembourg *, proximus *, quickline *, rcn, rcs & rds *, retn *, safaricom *, sfr *,
  shaw *, siminn *, sky uk *, societe francaise du radiotelephone *, softbank *,
  space exploration technologies *, spark new zealand *, sparkle *, starhub *, starlink *,
  sunrise communications *, sunrise gmbh, sunrise llc, swisscom *, teksavvy *, telenet *, tet, tim s a, tim sa,
  tpg *, two degrees *, v tal *, viasat *, videotron *, viettel *, vimpelcom *, virgin media *, vivacom *,
  vivo *, verizon *, mci communications *, uunet *, vnpt *, vocus *, vodacom *, voo *, wideopenwest *, wind tre *, zen internet *, ziggo *`;

/** Networks that universities and schools share. */
const researchNetworks = `
  aarnet *, academica *, agentia de administrare a retelei nationale *, akademska mreza *, ankabut *, arnes,
  asia pacific advanced network *, australian academic *, bcnet *, belnet *, belwue *, canarie *, carnet *,
  cenic *, cesnet *, computer network information center *, consortium garr *,
  corporacion universitaria para el desarrollo de internet *, corporation for education network initiatives *,
  csc tieteen *, cudi *, energy sciences network *, entidad publica empresarial red es *, ernet *, esnet *,
  fondation restena *, fundacao para a ciencia e a tecnologia *, garr *, geant *, grnet *, heanet *,
  hungarnet *, institute of bioorganic chemistry polish academy of science poznan *, internet2 *, jisc *,
  kifu *, kisti *, korea institute of science and technology information *, litnet *, man da *, mcnc *,
  merit network *, myren *, national informatics institute *,
  national infrastructures for research and technology *, national institute of informatics *, niks *,
  nordunet *, nysernet *, oarnet *, ontario research and innovation optical network *, orion *, oshean *,
  pionier *, reannz *, red clara *, redclara *, rede nacional de ensino *, rediris *, renater *,
  research and education advanced network *, research organization of information *,
  reseau d informations scientifiques du quebec *, restena *, reuna *, rhnet *, risq *, sanet *, sikt *,
  singaren *, sunet *, surf b v, surf bv, surfnet *, tanet *, tenet the uninet *,
  tertiary education and research network *, three rings *, twaren *, ubuntunet *, ulakbim *, uninett *, uran *,
  verein zur foerderung eines deutschen forschungsnetzes *, vetenskapsradet *, wacren *, wide project *,
  wiscnet *`;

/** VPN services, Tor exits, and gateways of companies' remote workers. */
const tunnels = `
  1337 services *, 31173 services *, artikel10 *, azirevpn *, calyx *, cato networks *, cia triad *, cloudflare warp,
  emerald onion *, express vpn *, expressvpn *, f3 netze *, forcepoint cloud *, foreningen for digitala fri *,
  foundation for applied privacy *, hern labs *, iboss *, ipvanish *, ivpn *, london trust media *,
  menlo security *, mudhook *, mullvad *, netskope *, njalla *, nordvpn *, nos oignons *, ovpn *, packethub *,
  perfect privacy *, private internet access *, privax *, privex *, quintex alliance *,
  stiftung erneuerbare freiheit *, strong technology *, surfshark *, tefincom *, torservers *, tunnelbear *,
  windscribe *, zscaler *, zwiebelfreunde *`;

/** Crawlers and scanners of the whole internet. */
const crawlers = `
  academy of internet research *, ahrefs *, alpha strike labs *, binaryedge *, bitsight *, censys *, driftnet *,
  internet census group *, internet measurement *, onyphe *, semrush *, shadowserver *, shodan *`;

export const unnamedNames: Record<UnnamedKind, string> = {
  isp: accessProviders,
  research: researchNetworks,
  vpn: tunnels,
  crawler: crawlers,
};

/**
 * Registered to one university or company but used by many; or a cloud and offices with the same name.
 */
export const networksByNumber: Record<number, UnnamedKind | { cloud: string } | { company: string; domain: string }> = {
  553: 'research', // BelWü, registered to the University of Stuttgart
  559: 'research', // SWITCH, a name that others have too
  1853: 'research', // ACOnet
  2847: 'research', // LITNET, registered to Kaunas University of Technology
  3268: 'research', // CYNET, registered to the University of Cyprus
  3598: { company: 'Microsoft', domain: 'microsoft.com' }, // Its offices, not Azure
  3701: 'research', // Link Oregon, registered to the University of Oregon
  12816: 'research', // MWN, which Munich's computing centre runs for its universities
  31898: { cloud: 'Oracle Cloud' },
  36183: 'vpn', // Akamai's exits of iCloud Private Relay
  136907: { cloud: 'Huawei Cloud' },
  209103: 'vpn', // Proton VPN
  396982: { cloud: 'Google Cloud' },
};
