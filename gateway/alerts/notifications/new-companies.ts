/** The email about new companies of a person's packages, one for each check. */
import { emailLinks } from 'contract/floor/email-links';
import type { PackageTypeName } from 'contract/packages/packages';
import { renderEmail } from '../../floor/mail/letter';
import type { EmailMessage } from '../../floor/mail/message';

export interface PackageNews {
  owner: string;
  type: PackageTypeName;
  package: string;
  /** Most downloads first. */
  companies: readonly { name: string; downloads: number }[];
  /** Companies that are only counted. */
  more: number;
}

const companiesListed = 50;

/** `publicUrl` has no slash at its end; `news` has at least one package. */
export function newCompaniesMail(
  to: string,
  {
    name,
    publicUrl,
    news,
    unsubscribeUrl,
  }: { name: string; publicUrl: string; news: PackageNews[]; unsubscribeUrl: string },
): EmailMessage {
  let count = news.reduce((sum, { companies, more }) => sum + companies.length + more, 0);
  let [first] = news;
  let onePackage = news.length === 1 && first ? first : undefined;
  let what = onePackage ? onePackage.package : `${news.length} of your packages`;
  let [only] = onePackage?.companies ?? [];
  let who = count === 1 && only ? only.name : `${count} new companies`;
  return renderEmail({
    to,
    subject: `${who} ${count === 1 ? 'uses' : 'use'} ${what}`,
    name,
    paragraphs: [
      'These companies reached your download threshold for the first time. Low-confidence matches are excluded.',
    ],
    sections: news.map((item) => ({ title: `${item.owner} / ${item.package}`, rows: rowsOf(item) })),
    link: onePackage
      ? {
          label: 'Open the package',
          url: publicUrl + emailLinks.package(onePackage.owner, onePackage.type, onePackage.package),
        }
      : { label: 'Open the dashboard', url: publicUrl + emailLinks.home() },
    note: `You receive this email because you turned on notifications for ${onePackage ? 'this package' : 'these packages'}.`,
    unsubscribeUrl,
  });
}

function rowsOf({ companies, more: unnamed }: PackageNews): [string, string][] {
  let rows = companies.slice(0, companiesListed).map(({ name, downloads }): [string, string] => {
    return [name, `${downloads.toLocaleString('en')} ${downloads === 1 ? 'download' : 'downloads'}`];
  });
  let more = companies.length - rows.length + unnamed;
  return more > 0 ? [...rows, ['And more', `${more.toLocaleString('en')} companies`]] : rows;
}
