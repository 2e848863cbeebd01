/** Pages and actions in the search: those of the owner, and the reader's own. */
import type { AnyRole } from 'contract/accounts/users';
import { env } from '../config/env.server';
import { accountGroups, organizationGroups } from './settings-groups.server';
import { type SharedReportQuery, withoutFilter } from '../links/query-parameters';
import { isSameOwner, type SettingsOwner, paths, settingsOf } from '../links/paths';
import { serverPaths } from '../links/paths.server';
import { mayChange, mayExport } from '../session/roles.server';
import type { SidebarGroup } from '../ui/sidebar';
import type { SearchResult } from './search-results';

export interface SearchDestination extends Omit<SearchResult, 'icon'> {
  /** Additional search terms. */
  words?: string;
}

/** The owner, and the reader's role there. */
export interface SearchScope {
  owner: string;
  username: string;
  role: AnyRole;
  isAdmin: boolean;
  organizations: readonly string[];
}

/** The owner's pages first. */
export function pageDestinations(reader: SearchScope, kept: SharedReportQuery): SearchDestination[] {
  let { owner, username, role, isAdmin, organizations } = reader;
  let of = settingsOf(owner, username);
  let isOwn = of.kind === 'user';
  let pages: (SearchDestination | false)[] = [
    { label: 'Overview', to: paths.home(owner, kept), note: owner, words: 'home dashboard' },
    {
      label: 'Analytics',
      to: paths.analytics(owner, kept),
      note: owner,
      words: 'reports downloads views charts spikes',
    },
    mayExport(role) && { label: 'Live', to: paths.live(owner), note: owner, words: 'now events' },
    { label: 'Packages', to: paths.packages(owner, withoutFilter(kept)), note: owner },
    {
      label: 'Move to another registry',
      to: paths.packagesManagement(owner),
      note: owner,
      words: 'package management',
    },
    { label: 'Pixels', to: paths.pixels(owner, withoutFilter(kept)), note: owner },
    { label: 'Collections', to: paths.collections(owner), note: owner },
    env.flags.showInsightsPage && {
      label: 'Companies',
      to: paths.insights(owner, kept),
      note: owner,
      words: 'company insights funnel stages',
    },
    { label: 'Company corrections', to: paths.corrections(owner), note: owner },
    {
      label: 'Data collection notice',
      to: paths.dataCollection(owner),
      note: owner,
      words: 'privacy opt out readme disclosure do not track dnt',
    },
    { label: 'Annotations', to: serverPaths.annotations(owner), note: owner },
    mayExport(role) && { label: 'Recount', to: paths.analyticsRecount(owner), note: owner, words: 'check numbers' },
    ...dailyPages(of, role, owner),
    ...(isOwn ? [] : organizationGroups(owner, role).flatMap((group) => settings(group, 'Organization', owner))),
    ...(isOwn ? [] : dailyPages(settingsOf(username, username), 'owner', 'Your account')),
    ...accountGroups().flatMap((group) => settings(group, 'Account', 'Your account')),
    { label: 'Sessions', to: paths.accountSessions(), note: 'Your account', words: 'devices sign out' },
    { label: 'Organizations', to: paths.organizations(), note: 'Your account', words: 'teams' },
    ...[username, ...organizations]
      .filter((name) => !isSameOwner(name, owner))
      .map((name) => ({ label: name, to: paths.home(name), note: 'Overview', words: 'switch owner' })),
    ...(isAdmin ? adminPages : []),
    { label: 'Documentation', to: paths.docs(), note: 'Help' },
    { label: 'How we count', to: paths.howWeCount(), note: 'Help', words: 'rules bots' },
    { label: 'API reference', to: paths.api(), note: 'Help' },
  ];
  return pages.filter((page) => page !== false);
}

function dailyPages(of: SettingsOwner, role: AnyRole, note: string): SearchDestination[] {
  let leads = { label: 'Leads', to: paths.settings(of, 'lead-generation'), note, words: 'lead generation' };
  if (!mayChange(role)) return [leads];
  return [
    leads,
    { label: 'Alerts', to: paths.settings(of, 'alerts'), note, words: 'notifications' },
    { label: 'Share links', to: paths.settings(of, 'share-links'), note, words: 'public' },
    { label: 'Exports', to: paths.settings(of, 'exports'), note, words: 'files csv' },
  ];
}

/** The page `General` is called settings outside of the sidebar. */
function settings({ links }: SidebarGroup, whose: string, note: string): SearchDestination[] {
  return links.map(({ label, to }) =>
    label === 'General' ? { label: `${whose} settings`, to, note } : { label, to, note, words: `${whose} settings` },
  );
}

const adminPages: readonly SearchDestination[] = [
  { label: 'Admin: owners', to: paths.admin() },
  { label: 'Admin: domains', to: paths.adminDomains() },
  { label: 'Admin: names', to: paths.adminNames() },
  { label: 'Admin: products', to: paths.adminProducts() },
  { label: 'Admin: discounts', to: paths.adminDiscounts() },
  { label: 'Admin: audit', to: paths.adminAudit() },
  { label: 'Admin: status', to: paths.adminStatus() },
].map((page) => ({ ...page, note: 'This installation' }));

export function actionDestinations({ owner, username, role }: SearchScope): SearchDestination[] {
  let of = settingsOf(owner, username);
  let isOwn = of.kind === 'user';
  let ofChangers: (SearchDestination | false)[] = [
    { label: 'New package', to: paths.newPackage(owner), note: owner, words: 'create add' },
    { label: 'New pixel', to: paths.newPixel(owner), note: owner, words: 'create add' },
    { label: 'New collection', to: paths.newCollection(owner), note: owner, words: 'create add' },
    env.flags.showFilteringUi && {
      label: 'New filter',
      to: paths.newFilter(owner),
      note: owner,
      words: 'create add',
    },
    {
      label: 'New alert',
      to: paths.settings(of, 'alerts'),
      note: owner,
      words: 'create add report notify',
    },
    !isOwn &&
      env.flags.inviteMember && {
        label: 'Invite a teammate',
        to: paths.organizationMembers(owner),
        note: owner,
        words: 'add member',
      },
    { label: 'Share all numbers', to: serverPaths.newShareLink(owner), note: owner, words: 'link public' },
    { label: 'New annotation', to: serverPaths.newAnnotation(owner), note: owner, words: 'create add event note' },
    { label: 'Correct a company', to: paths.newCorrection(owner), note: owner },
    {
      label: 'Export events',
      to: paths.settings(of, 'exports'),
      note: owner,
      words: 'download csv',
    },
    {
      label: 'Import events',
      to: paths.settings(of, 'imports'),
      note: owner,
      words: 'upload logs',
    },
    { label: 'Change plan', to: paths.billingPlan(owner), note: owner, words: 'upgrade price' },
  ];
  let archive = { label: 'Full backup', words: 'archive everything download copy data' };
  let own: (SearchDestination | false)[] = [
    !isOwn && role === 'owner' && { ...archive, to: paths.settings(of, 'archive'), note: owner },
    { ...archive, to: paths.settings(settingsOf(username, username), 'archive'), note: 'Your account' },
    { label: 'Create a token', to: paths.accountTokens(), note: 'Your account', words: 'new api' },
    { label: 'Change password', to: paths.accountSecurity(), note: 'Your account' },
    { label: 'New organization', to: paths.newOrganization(), note: 'Your account', words: 'create add team' },
  ];
  return [...(mayChange(role) ? ofChangers : []), ...own].filter((place) => place !== false);
}

/**
 * Each query word must be a prefix of a word of label, terms or owner. Labels that start with the
 * query come first.
 */
export function matchDestinations(places: readonly SearchDestination[], query: string, max: number): SearchResult[] {
  let wanted = wordsOf(query);
  let starts = (words: string[], start: string) => words.some((word) => word.startsWith(start));
  let fits = ({ label, words = '', note }: SearchDestination) => {
    let named = wordsOf(`${label} ${words}`);
    let all = [...named, ...wordsOf(note)];
    return wanted.some((word) => starts(named, word)) && wanted.every((word) => starts(all, word));
  };
  let isFirst = ({ label }: SearchDestination) => label.toLowerCase().startsWith(query.toLowerCase());
  let found = places.filter(fits);
  let ordered = [...found.filter(isFirst), ...found.filter((place) => !isFirst(place))];
  return ordered.slice(0, max).map(({ label, note, to }) => ({ label, note, to }));
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
