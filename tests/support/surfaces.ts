/**
 * Every surface that says a number of an owner: pages, shared pages and their pictures, badges,
 * files, the weekly email, the API, assistants and the command line.
 */
import { tokensApi } from 'contract/accounts/tokens';
import { emailPreferencesApi } from 'contract/accounts/email-preferences';
import type { AskedTime } from 'contract/analytics/asked-time';
import { aggregationsApi } from 'contract/analytics/aggregations';
import { botAudiences } from 'contract/analytics/audience';
import { badgesApi } from 'contract/analytics/badges';
import { shareDays, shareLinksApi } from 'contract/analytics/share-links';
import { packagesApi } from 'contract/packages/packages';
import { addDays } from 'contract/floor/days';
import { formatInteger } from 'app/ui/numbers';
import { sessionCookie } from 'app/session/session-cookie.server';
import { recountCommand } from '../../cli/recount';
import { listenTo } from './assistant';
import { pageServer } from './page-server';
import { shownPage, type ShownPage } from './shown-figures';
import type { World } from './world';

/** What is asked of all surfaces: `query` are the parameters of a report. */
export interface Asked {
  query: string;
  /** Of the zone. */
  time: AskedTime;
  /** Conditions and the switch for bots of the query. */
  where: string[];
  withoutNoise: boolean;
  /** Time zone of the reader. */
  zone: string;
}

/** A label and its text, of one thing. */
type See = (surface: string, about: string, label: string, text: string) => void;

/** What surfaces say about each thing under each label. */
export function figuresSeen() {
  let texts = new Map<string, Map<string, string[]>>();
  let see: See = (surface, about, label, text) => {
    let key = `${about} · ${label}`;
    let said = texts.get(key) ?? new Map<string, string[]>();
    said.set(text, [...(said.get(text) ?? []), surface]);
    texts.set(key, said);
  };
  return {
    see,
    differences: () =>
      [...texts]
        .filter(([, said]) => said.size > 1)
        .map(([key, said]) => `${key}: ${[...said].map(([text, by]) => `${text} (${by.join(', ')})`).join(' ≠ ')}`),
    /** How many figures each surface shares with another one. */
    shared() {
      let counts: Record<string, number> = {};
      for (let said of texts.values()) {
        let by = [...said.values()].flat();
        if (by.length > 1) for (let surface of by) counts[surface] = (counts[surface] ?? 0) + 1;
      }
      return counts;
    },
  };
}

export async function openSurfaces(world: World, owner: string) {
  let serve = pageServer();
  let grace = await world.as('grace');
  let session = {
    v: 2,
    token: grace.token!,
    username: 'grace',
    context_v1: { tag: 'user', context: 'grace' },
  } as const;
  let [cookie = ''] = sessionCookie(session).split(';');
  let { results: packages } = await grace.ask(packagesApi.getPackages, {
    params: { owner },
    query: { per_page: 'max' },
  });
  let listening = await listenTo(world.gateway);
  let scopes = { name: 'assistant', scopes: ['read' as const, 'export' as const] };
  let { token } = await grace.ask(tokensApi.createApiToken, { params: { username: 'grace' }, body: scopes });
  let assistant = await listening.connect(token);

  let body = async (path: string, { zone = 'UTC', isGuest = false } = {}) => {
    let headers = { host: 'dashboard.test', cookie: isGuest ? '' : `${cookie}; zone=${encodeURIComponent(zone)}` };
    let context = { gateway: world.gateway.api, ask: world.gateway.ask };
    let answer = await serve(new Request(`http://dashboard.test${path}`, { headers }), context);
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
    return answer;
  };
  let open = async (path: string, zone: string) => shownPage(await (await body(path, { zone })).text());

  return {
    packages,
    close: () => listening.close(),

    /** Pages of all packages and pixels, and the line on what they count. */
    async owner(see: See, { query, zone }: Asked) {
      let [analytics, home, companies] = await Promise.all([
        open(`/analytics/${owner}?${query}&pixels=show`, zone),
        open(`/home/${owner}?${query}`, zone),
        open(`/insights/${owner}?${query}`, zone),
      ]);
      let downloads = await open(`/analytics/${owner}?${query}&pixels=hide&by=company`, zone);
      for (let [surface, page] of Object.entries({ analytics, downloads, home, companies })) {
        seeCards(see, surface, owner, page);
        seeTables(see, surface, owner, page);
        seeCounted(see, surface, owner, page);
      }
      return [...new Set(companiesIn(home).concat(companiesIn(companies)))];
    },

    async artifact(see: See, { query, zone, where }: Asked, name: string) {
      let { id, type } = packages.find((one) => one.name === name)!;
      let [analytics, dashboard] = await Promise.all([
        open(`/analytics/${owner}?${query}&package=${id}&by=country`, zone),
        open(`/dashboard/${owner}?${query}&package=${id}`, zone),
      ]);
      for (let [surface, page] of Object.entries({ 'analytics of one': analytics, dashboard })) {
        seeCards(see, surface, name, page);
        seeTables(see, surface, name, page);
        seeCounted(see, surface, name, page);
      }
      // A list of packages has no conditions.
      if (where.length > 0) return;
      seeTables(see, 'packages', owner, await open(`/packages/${owner}/overview?${query}&type=${type}`, zone));
    },

    async company(see: See, { query, zone }: Asked, domain: string) {
      let page = await open(`/companies/${owner}/${domain}?${query}`, zone);
      let about = `${owner} / ${domain}`;
      seeCards(see, 'company', about, page);
      see('company', about, 'First seen', /First seen (.*?), last seen/.exec(page.description)?.[1] ?? '');
    },

    /** All days of a share link end today. */
    async share(see: See, { query, where, withoutNoise }: Asked, name: string) {
      let days = shareDays.find((count) => query.includes(`last-${count}-days`));
      if (!days) return;
      let one = packages.find((item) => item.name === name);
      let { token: secret } = await grace.ask(shareLinksApi.createShareLink, {
        params: { owner },
        body: { title: 'Shared', package_id: one?.id ?? null, where, hides_noise: withoutNoise },
      });
      let html = await (await body(`/share/${secret}?days=${days}`, { isGuest: true })).text();
      let about = one ? name : owner;
      let page = shownPage(html);
      seeCards(see, 'share', about, page);
      seeTables(see, 'share', about, page);
      let count = (surface: string, text: string) =>
        see(surface, about, 'Downloads', /([\d,]+) downloads?\b/.exec(text)?.[1] ?? '');
      count('share summary', /<meta name="description" content="([^"]*)"/.exec(html)?.[1] ?? '');
      for (let picture of ['embed', 'chart.svg'])
        count(picture, await (await body(`/share/${secret}/${picture}?days=${days}`, { isGuest: true })).text());
    },

    /** The charts' file has a row for each bucket, that of companies a row for each. */
    async files(see: See, { query, zone }: Asked) {
      let address = `/analytics/${owner}/over-time.csv?${query}`;
      let [overTime, companies] = await Promise.all(
        ['&pixels=hide', '&pixels=show&chart=companies'].map(async (more) =>
          csvRows(await (await body(address + more, { zone })).text()),
        ),
      );
      let sum = overTime!.reduce((all, row) => all + Number(row['Downloads'] || 0), 0);
      see('file over time', owner, 'Downloads', formatInteger(sum));
      for (let row of companies!)
        for (let label of ['Downloads', 'Unique users', 'Views'])
          see(
            'file of companies',
            `${owner} / ${row['Domain'] || row['Company']}`,
            label,
            formatInteger(Number(row[label] || 0)),
          );
    },

    async api(see: See, { time, where, withoutNoise, zone }: Asked) {
      let query = {
        ...time,
        time_zone: zone,
        package_id: 'all',
        tracking_pixel_id: 'all',
        where,
        ...(withoutNoise && { exclude_audience: botAudiences.join(',') }),
      };
      let rows = await grace.ask(aggregationsApi.exportEntityAggregations, { params: { owner }, query } as never);
      for (let { artifact_type, total, unique_origins } of rows as {
        artifact_type: string;
        total: number;
        unique_origins: number;
      }[]) {
        let [count, people] =
          artifact_type === 'package' ? ['Downloads', 'Unique users'] : ['Views', 'Unique visitors'];
        see('api', owner, count!, formatInteger(total));
        see('api', owner, people!, formatInteger(unique_origins));
      }
    },

    /** Days of UTC, without conditions. */
    async assistant(see: See, { time }: Asked) {
      let given = { owner, start_date: time.start_date, end_date: addDays(time.until, -1), limit: 500 };
      let { structuredContent } = await assistant.callTool({ name: 'count_downloads', arguments: given });
      for (let row of (structuredContent as { rows: { package: string; total: number; unique_origins: number }[] })
        .rows) {
        see('assistant', row.package, 'Downloads', formatInteger(row.total));
        see('assistant', row.package, 'Unique users', formatInteger(row.unique_origins));
      }
    },

    /** Whole days of UTC; its events are the downloads. */
    async command(see: See, { time }: Asked, said: () => string) {
      process.env.LANDFALL_TOKEN = token;
      let range = ['--from', time.start_date, '--until', time.until];
      let options = ['--api', listening.address, '--owner', owner, '--questions', '0', '--pixel', 'none', ...range];
      let code = await recountCommand(options);
      see('command', owner, 'recount', `${code}`);
      see('command', owner, 'Downloads', /([\d,]+) events that count/.exec(said())?.[1] ?? said());
    },

    /** The last whole week (UTC). */
    async email(see: See) {
      await grace.ask(emailPreferencesApi.requestWeeklySummary, { params: { username: 'grace' } });
      let letter = (await world.lettersTo('grace@example.com')).at(-1)!;
      for (let [label, pattern] of Object.entries({
        Downloads: /^ *Downloads: (.*)$/m,
        'Unique users': /^ *Unique users: (.*)$/m,
        Views: /^ *(?:Pixel v|V)iews: (.*)$/m,
      })) {
        let [, text = letter.text] = pattern.exec(letter.text) ?? [];
        see('email', owner, label, /^[\d,]+/.exec(text)?.[0] ?? text);
        let [change = 'not compared'] = /[+−<][\d.,]+ ?%|\b0%/.exec(text) ?? [];
        see('email', owner, `${label}, change`, change);
      }
    },

    /** Of all days, and of the last 30. */
    async badges(see: See, name: string) {
      let { id } = packages.find((one) => one.name === name)!;
      let on = ['downloads' as const, 'newest-version' as const];
      await grace.ask(badgesApi.setPackageBadges, { params: { owner, package_id: id }, body: { on } });
      let badge = async (kind: string) => {
        let svg = await (await body(`/badges/${id}/${kind}.svg`, { isGuest: true })).text();
        return /<title>.*: (.*)<\/title>/.exec(svg)?.[1] ?? svg;
      };
      let [all, recent] = await Promise.all(
        ['all-time', 'last-30-days'].map((range) => open(`/analytics/${owner}?package=${id}&range=${range}`, 'UTC')),
      );
      seeCards(see, 'analytics', name, all!);
      see('badge', name, 'Downloads', await badge('downloads'));
      let [, share = '', version = ''] = /(\S+) \((.*)\)/.exec(await badge('newest-version')) ?? [];
      see('badge', `${name} ${version}`, 'On the latest version', share);
      let list = recent!.tables.find(({ columns }) => columns[0] === 'Version' && columns.includes('Share'));
      let row = list?.rows.find(([one]) => one === version);
      see(
        'analytics',
        `${name} ${version}`,
        'On the latest version',
        row?.[list!.columns.indexOf('Share')] ?? 'missing',
      );
    },
  };
}

function seeCards(see: See, surface: string, about: string, { cards }: ShownPage) {
  for (let { label, value, change } of cards) {
    see(surface, about, label, value);
    if (change) see(surface, about, `${label}, change`, withoutWords(change));
  }
}

/** Rows of companies by domain, of packages by name; of charts, the parts of a whole. */
function seeTables(see: See, surface: string, about: string, { tables }: ShownPage) {
  for (let { caption, columns, rows } of tables) {
    let isCompanies = isCompanyTable(columns);
    let isArtifacts = columns.includes('Trend');
    let isPart = columns.includes('Share') && !isCompanies;
    if (!isCompanies && !isArtifacts && !isPart) continue;
    for (let cells of rows) {
      let [name = ''] = cells;
      if (isPart && name === 'All others') continue;
      let of = isArtifacts
        ? name
        : isCompanies
          ? `${about} / ${domainOf(name)}`
          : `${about} / ${caption.split('.')[0]} / ${name}`;
      let isView = cells.some((cell) => / views?$/.test(cell));
      for (let [i, column] of columns.entries()) {
        if (i === 0 || !compared.has(column)) continue;
        let text = withoutWords(cells[i]!)
          .replace(/ New$/, '')
          .replace(/ views?$/, '');
        see(surface, of, labelOf(column, isView), text);
      }
    }
  }
}

const compared = new Set([
  'Downloads',
  'Views',
  'Downloads or views',
  'Change',
  'Unique users',
  'Unique visitors',
  'Unique users or visitors',
  'First seen',
  'Last seen',
  'First download',
  'Last download',
  'Users and readers',
  'Share',
]);

function labelOf(column: string, isView: boolean): string {
  if (column === 'Downloads or views') return isView ? 'Views' : 'Downloads';
  if (column === 'Change') return isView ? 'Views, change' : 'Downloads, change';
  if (column === 'Unique users or visitors') return isView ? 'Unique visitors' : 'Unique users';
  return column;
}

/** What a screen reader says before a change. */
function withoutWords(change: string): string {
  return change.replace(/^(up|down|unchanged) /, '');
}

function isCompanyTable(columns: readonly string[]): boolean {
  return columns[0] === 'Company' && columns.some((column) => column.startsWith('Last'));
}

/** Company cells have the name, the domain and how it was matched, or a link. */
function domainOf(cell: string): string {
  return /[\w-]+(?:\.[\w-]+)*\.(?:example|com)\b/.exec(cell)?.[0] ?? cell.replace(/ Profile of .*/, '');
}

function companiesIn({ tables }: ShownPage): string[] {
  let list = tables.find(({ columns }) => isCompanyTable(columns));
  return (list?.rows ?? []).map(([name = '']) => domainOf(name));
}

/** `Includes 4.5% bots and 0.8% bots in views`: each share with its label. */
function seeCounted(see: See, surface: string, about: string, { counted }: ShownPage) {
  for (let [, share = '', label = ''] of counted.matchAll(/([\d.<]+%) (bots(?: in \w+(?: events)?)?)/g))
    see(surface, about, label, share);
}

function csvRows(text: string): Record<string, string>[] {
  let [head = [], ...rows] = text
    .trim()
    .split(/\r?\n/)
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted ?? plain ?? ''),
    );
  return rows.map((cells) => Object.fromEntries(head.map((name, i) => [name, cells[i] ?? ''])));
}
