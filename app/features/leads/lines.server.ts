/** A lead as one line of the list, with the reasons for it in words. */
import type { Lead, ProfileQuestion } from 'contract/leads';
import { ago } from '../../charts/ago.server';
import { counted, exact } from '../../charts/numbers';
import { countryName } from '../../country-name.server';
import { paths } from '../../paths';

export type LeadLine = ReturnType<typeof leadLine>;

interface Around {
  owner: string;
  /** Days the counts are of. */
  days: number;
  now: number;
}

export function leadLine(lead: Lead, around: Around) {
  let place = [lead.company_city, lead.company_state, countryName(lead.company_country)].filter(Boolean).join(', ');
  return {
    key: lead.company,
    to: paths.company(around.owner, lead.company),
    name: lead.company_name || lead.company_domain,
    domain: lead.company_name ? lead.company_domain : '',
    linkedin: lead.company_linkedin_url,
    score: exact(lead.score),
    parts: `Stage ${lead.score_parts.stage} + activity ${lead.score_parts.activity} + fit ${lead.score_parts.fit}`,
    stage: lead.funnel_stage,
    reasons: reasonsOf(lead, around.days),
    size: lead.company_size,
    industry: lead.company_industry,
    place,
    downloads: exact(lead.total_downloads),
    views: exact(lead.total_views),
    lastSeen: { iso: lead.last_seen, ago: ago(Date.parse(lead.last_seen), around.now) },
  };
}

function reasonsOf(lead: Lead, days: number): string[] {
  let [first, ...more] = lead.packages;
  let what = first ? ` (${first}${more.length > 0 ? ` and ${more.length} more` : ''})` : '';
  let downloads = lead.total_downloads > 0 ? [counted(lead.total_downloads, 'download') + what] : [];
  let views = lead.total_views > 0 ? [counted(lead.total_views, 'page view')] : [];
  return [
    `${[...downloads, ...views].join(' and ')} in ${counted(days, 'day')}`,
    ...lead.fits.map(({ question, answer }) => fitWords[question][answer](lead)),
    ...(lead.confidence === null ? [] : [`The match is ${Math.round(lead.confidence * 100)} % sure`]),
  ];
}

type Words = Record<Lead['fits'][number]['answer'], (lead: Lead) => string>;

const fitWords: Record<ProfileQuestion, Words> = {
  country: {
    yes: ({ company_country }) =>
      company_country ? `${countryName(company_country)} fits your profile` : 'Its country fits your profile',
    no: () => 'Another country than you look for',
    unknown: () => 'Its country is not known',
  },
  size: {
    yes: ({ company_size }) => `${company_size} people fit your profile`,
    no: () => 'Another size than you look for',
    unknown: () => 'Its size is not known',
  },
  industry: {
    yes: ({ company_industry }) => `${company_industry} fits your profile`,
    no: () => 'Another industry than you look for',
    unknown: () => 'Its industry is not known',
  },
  technologies: {
    yes: () => 'Uses a technology you look for',
    no: () => 'None of the technologies you look for seen yet',
    unknown: () => 'Its technologies are not known',
  },
};
