/** Finds new companies of packages with notifications, and sends each person one email. */
import { minuteMs } from 'contract/floor/time';
import * as limits from 'contract/floor/limits';
import { newCompaniesMail, type PackageNews } from './mails/new-companies';
import { correctionsOf } from '../../reports/analytics/company-corrections';
import type { CompanyCounts } from '../../events/query/company';
import type { Correction } from '../../events/query/corrections';
import { eventRules } from '../../reports/funnel/event-rules';
import type { Jobs } from '../../floor/jobs';
import { roleOf } from '../../floor/memberships';
import {
  allNotifications,
  claimCompanies,
  knownCompanies,
  markChecked,
  markCompaniesSent,
  reclaimCompanies,
  type OwnerNotification,
} from '../../packages/package-notifications';
import { levelOf } from '../../packages/permissions';
import type { CompanyNoticeRow } from '../../floor/db/hosting-schema';
import type { NoticeServices } from '../services';
import { unsubscribeUrl } from './unsubscribe-link';
import { least } from 'contract/floor/extremes';

/** Events can be stored this long after their time. */
const lateMs = 10 * minuteMs;

/** Downloads of a package up to a time, by company. */
type Counts = Map<string, { name: string; downloads: number }>;
type Count = (notice: OwnerNotification, until: number) => Promise<Counts>;

/** Returns the function that stops the job and resolves when the stores can be closed. */
export function startCompanyNotices(services: NoticeServices, jobs: Jobs): () => Promise<void> {
  let report = (error: unknown) => services.log.error({ err: error }, 'notifications not sent');
  return jobs.start('new-companies', () => sendCompanyNotices(services), report).stop;
}

/** Returns the number of emails sent, at most the limit per minute; the rest waits. */
export async function sendCompanyNotices(services: NoticeServices): Promise<number> {
  let { records, clock } = services;
  let notices = await allNotifications(records);
  if (notices.length === 0) return 0;
  let now = clock();
  let visitors = await recentVisitors(services, notices, now);
  let count = memoizedCounts(services);
  let sent = 0;
  for (let [userId, all] of byPerson(notices)) {
    if (sent >= limits.optionalMailsPerMinute) break;
    let own = await withPermission(records, all);
    let news = await unsentNotices(services, own, userId, now);
    for (let notice of own) for (let one of await claimNews(services, notice, { visitors, count }, now)) news.push(one);
    await markChecked(records, userId, now);
    if (news.length === 0) continue;
    if (!(await sendEmail(services, own, news))) break;
    await markCompaniesSent(records, news, clock());
    sent++;
  }
  return sent;
}

/**
 * Companies with events since the last check, by package. Needs one query for each owner with
 * corrections, and one for all others.
 */
async function recentVisitors(
  services: NoticeServices,
  notices: OwnerNotification[],
  now: number,
): Promise<Map<string, string[]>> {
  let { records, events } = services;
  let from = least(notices.map(({ checked_until }) => checked_until)) - lateMs;
  let corrections = new Map<string, Correction[]>();
  for (let { owner } of notices)
    if (!corrections.has(owner.id)) corrections.set(owner.id, await correctionsOf(records, owner.id));
  let groups = new Map<string, string[]>();
  for (let { owner, package_id } of notices) {
    let group = corrections.get(owner.id)!.length > 0 ? owner.id : '';
    groups.set(group, [...(groups.get(group) ?? []), package_id]);
  }
  let found: CompanyCounts[] = [];
  for (let [group, ids] of groups) {
    let range = { packageIds: [...new Set(ids)], pixelIds: [], from, until: now };
    for (let one of await events.companies({
      ...range,
      includeLowConfidence: false,
      corrections: corrections.get(group),
    }))
      found.push(one);
  }
  let visitors = new Map<string, string[]>();
  for (let { company, byPackage } of found)
    for (let id of byPackage.keys()) visitors.set(id, [...(visitors.get(id) ?? []), company]);
  return visitors;
}

/** Several people may have notifications for one package. */
function memoizedCounts({ records, events }: NoticeServices): Count {
  let known = new Map<string, Promise<Counts>>();
  let ask = async ({ package_id, owner }: OwnerNotification, until: number): Promise<Counts> => {
    let rules = await eventRules({ records, events, clock: () => until }, owner.id);
    let asked = { packageIds: [package_id], pixelIds: [], from: 0, until, includeLowConfidence: false, ...rules };
    let found = await events.companies(asked);
    return new Map(found.map(({ company, name, downloads }) => [company, { name: name || company, downloads }]));
  };
  return (notice, until) => {
    let key = `${notice.package_id} ${until}`;
    let asked = known.get(key) ?? ask(notice, until);
    known.set(key, asked);
    return asked;
  };
}

function byPerson(notices: OwnerNotification[]): Map<string, OwnerNotification[]> {
  let people = new Map<string, OwnerNotification[]>();
  for (let notice of notices) people.set(notice.user_id, [...(people.get(notice.user_id) ?? []), notice]);
  return people;
}

/** Claims companies that reached the number of downloads since notifications were switched on. */
async function claimNews(
  { records, events }: NoticeServices,
  notice: OwnerNotification,
  { visitors, count }: { visitors: Map<string, string[]>; count: Count },
  now: number,
): Promise<CompanyNoticeRow[]> {
  let came = visitors.get(notice.package_id);
  if (!came) return [];
  let known = await knownCompanies(records, notice);
  let unknown = came.filter((company) => !known.has(company));
  if (unknown.length === 0) return [];
  let counts = await count(notice, now);
  let reached = unknown.filter((company) => (counts.get(company)?.downloads ?? 0) >= notice.downloads);
  if (reached.length === 0) return [];
  let before = await count(notice, notice.created_at);
  let corrections = await correctionsOf(records, notice.owner.id);
  let asked = { packageIds: [notice.package_id], pixelIds: [], includeLowConfidence: false, corrections };
  // A company with deleted events is not new.
  let firsts = await events.firstDates(asked);
  let rows = reached.map((company): CompanyNoticeRow => {
    let { name = company, downloads = 0 } = counts.get(company) ?? {};
    let wasSeen = (firsts.get(company) ?? notice.created_at) < notice.created_at;
    let isOld = wasSeen || (before.get(company)?.downloads ?? 0) >= notice.downloads;
    let isNews = notice.isWanted && !isOld;
    let { package_id, user_id } = notice;
    return {
      package_id,
      user_id,
      company,
      company_name: name,
      downloads,
      claimed_at: now,
      sent_at: isNews ? null : now,
    };
  });
  return (await claimCompanies(records, rows)).filter(({ sent_at }) => sent_at === null);
}

/** Without packages that the person may no longer change. */
async function withPermission(
  records: NoticeServices['records'],
  notices: OwnerNotification[],
): Promise<OwnerNotification[]> {
  let asking: OwnerNotification[] = [];
  for (let notice of notices) {
    let { user_id, owner, package_id: id } = notice;
    let role = (await roleOf(records, user_id, owner.id)) ?? (await levelOf(records, user_id, owner, { id }));
    if (role === 'owner' || role === 'admin') asking.push(notice);
  }
  return asking;
}

/** Notices that were claimed hours ago, and whose email was not accepted. */
async function unsentNotices(
  { records }: NoticeServices,
  own: OwnerNotification[],
  userId: string,
  now: number,
): Promise<CompanyNoticeRow[]> {
  if (!own.some(({ isWanted }) => isWanted)) return [];
  let rows = await reclaimCompanies(records, userId, now);
  return rows.filter((row) => own.some(({ package_id }) => package_id === row.package_id));
}

async function sendEmail(
  services: NoticeServices,
  own: OwnerNotification[],
  news: CompanyNoticeRow[],
): Promise<boolean> {
  let { mail, sealer, publicUrl } = services;
  let packages = own.flatMap((notice): PackageNews[] => {
    let companies = news
      .filter(({ package_id }) => package_id === notice.package_id)
      .sort((a, b) => b.downloads - a.downloads)
      .map(({ company_name: name, downloads }) => ({ name, downloads }));
    let { owner, package_type: type } = notice;
    return companies.length > 0 ? [{ owner: owner.name, type, package: notice.package_name, companies }] : [];
  });
  let [{ user_id, username: name, email }] = own as [OwnerNotification];
  let url = unsubscribeUrl(sealer, publicUrl, user_id, 'new_company');
  let message = newCompaniesMail(email, { name, publicUrl, news: packages, unsubscribeUrl: url });
  return (await mail.sendOnce(message)) === null;
}
