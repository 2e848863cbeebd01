/**
 * A complete gateway in the process of a test: both stores in a new folder, the sample people, and
 * a caller for each of them.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pino, { type Logger } from 'pino';
import { confirmationApi, confirmationHeader, type Confirmed } from 'contract/accounts/confirmation';
import { dayMs } from 'contract/floor/time';
import { domainAdministrationApi } from 'contract/admin/domain-administration';
import type { ErrorAnswer } from 'contract/api/error-answer';
import type { AnswerOf, CallOf, Route } from 'contract/rules/route';
import { createConfirmations } from 'gateway/people/accounts/confirmations';
import type { HashCost } from 'gateway/people/accounts/passwords';
import { seedPeople, type SamplePerson } from 'gateway/demo/people';
import { seedDemo } from 'gateway/demo/seed';
import type { Event } from 'contract/event-fields';
import type { LogQuestion } from 'contract/edge/logged-requests';
import { countLogged } from 'edge/logged-requests';
import { createRoutingTable } from 'edge/routing-table';
import { openEventStore, type TestEventStore } from 'tests/support/event-store';
import { createGateway } from 'gateway/api/gateway';
import type { Gateway, GatewayOptions } from 'gateway/api/gateway-options';
import { createImageProvisioning } from 'gateway/packages/image-provisioning';
import { createJobs } from 'gateway/floor/jobs';
import { createMail, type Mail } from 'gateway/floor/mail/mail';
import { openInstallationClock } from 'gateway/floor/installation-clock';
import { createRecordSealer } from 'gateway/floor/sealer';
import { openRecords } from 'gateway/floor/db/open';
import type { Records } from 'gateway/floor/db/schema';
import { findCaller, issueToken } from 'gateway/people/accounts/tokens';
import { someOwner } from './made-event';
import { openEdge, plainEnrich, type TestEdge, worldSalt } from './edge';
import { type Letter, lettersTo } from './outbox';
import { checkAgainstOpenApi } from './openapi-check';
import { migratedRecordsPlace } from './records-place';

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** The parsed body of a JSON response. */
  body: unknown;
}

export interface Caller {
  token: string | undefined;
  /** Any response, including refusals. */
  call<R extends Route>(route: R, given?: CallOf<R>): Promise<Answer>;
  /** The response of a call that must succeed. */
  ask<R extends Route>(route: R, given?: CallOf<R>): Promise<AnswerOf<R>>;
  /** The refusal of a call that must not succeed, with its status. */
  refusal<R extends Route>(route: R, given?: CallOf<R>): Promise<ErrorAnswer & { status: number }>;
}

export interface World {
  gateway: Gateway;
  /** Opened when it is first asked for: most tests need none. */
  readonly edge: TestEdge;
  records: Records;
  events: TestEventStore;
  /** The folder of the event store and its journal. */
  folder: string;
  mail: Mail;
  /** Ids of people and organizations by name. */
  ids: Map<string, string>;
  /** Moves the gateway's clock forward. */
  later(milliseconds: number): void;
  /**
   * The same, as a clock that runs: later() is a jump, after which nothing is deleted by age if it
   * is long.
   */
  runs(milliseconds: number): Promise<void>;
  now(): number;
  /** The mails to an address, oldest first, after all are delivered. */
  lettersTo(address: string): Promise<Letter[]>;
  /** A caller with a new session that may take sensitive steps. */
  as(person: SamplePerson): Promise<Caller>;
  /**
   * The confirmation of a session, as if its person had just typed the password. Undefined if the
   * token has no session.
   */
  confirmation(token: string | undefined): Promise<string | undefined>;
  /**
   * A caller with this token, or none. Its person types the password before each sensitive step.
   * `address` is the caller's own.
   */
  with(token: string | undefined, address?: string): Caller;
  /**
   * A caller whose person does not type the password. It sends the given confirmation, then the
   * latest one it received.
   */
  withUnconfirmed(token: string | undefined, confirmation?: string): Caller;
  close(): Promise<void>;
}

type Of<Group extends keyof GatewayOptions, Names extends keyof NonNullable<GatewayOptions[Group]>> = Partial<
  Pick<NonNullable<GatewayOptions[Group]>, Names>
>;

export interface WorldOptions
  extends
    Of<'addresses', 'domain' | 'port' | 'publicUrl' | 'registries'>,
    Omit<GatewayOptions['accounts'], 'shared'>,
    Of<'billing', 'trialDays' | 'stripe'>,
    Of<'outside', 'dataProvider' | 'registryCounts'>,
    Of<'network', 'dnsServers' | 'exportPrivateTargets' | 'webhookPrivateTargets'>,
    Of<'edge', 'dataSources'>,
    Pick<GatewayOptions, 'installation' | 'streaming'> {
  eventDays?: number;
  /** The server that mails are sent to instead of the outbox. */
  smtpUrl?: string;
  /** Registries on a private network that the edge may call; none by default. */
  edgePrivateTargets?: readonly string[];
  /** Events get a time as in the product: of an older one that the edge has sent, the present. */
  datesEvents?: boolean;
  /** So many events of the demo, with its packages and pixels. */
  demoEvents?: number;
  log?: Logger;
}

/** Cheap hashing, because tests sign in often. */
export const cheap: HashCost = { N: 2 ** 10, r: 8, p: 1 };

/** Verifies a custom domain of an owner as a platform admin does. */
export async function verified(world: World, owner: string, domain_ref: string): Promise<void> {
  await (await world.as('root')).ask(domainAdministrationApi.confirmDomain, { params: { owner, domain_ref } });
}

/** Opens the world; close it after the tests. */
export async function createWorld(options: WorldOptions = {}): Promise<World> {
  let folder = mkdtempSync(path.join(tmpdir(), 'world-'));
  let { place, remove } = await migratedRecordsPlace();
  let {
    log = pino({ level: 'silent' }),
    domain = 'localhost',
    smtpUrl,
    edgePrivateTargets,
    datesEvents,
    demoEvents,
    ...rest
  } = options;
  let records = await openRecords(place);
  let ahead = 0;
  let clock = () => Date.now() + ahead;
  let time = await openInstallationClock(records, clock, log);
  await time.look(async () => null);
  let outbox = path.join(folder, 'outbox');
  let publicUrl = 'http://dashboard.test';
  let from = 'Landfall <no-reply@landfall.test>';
  let sealer = createRecordSealer([worldSalt]);
  // Tests run it by hand: a round that begins with a minute would take the turn of theirs.
  let jobs = createJobs(clock, { 'target-checks': '0 0 1 1 *' });
  let mail = createMail({
    place: smtpUrl ? { smtpUrl } : { outbox },
    from,
    publicUrl,
    records,
    sealer,
    clock,
    jobs,
    log,
  });
  let images = createImageProvisioning(records, { domain, publicUrl }, clock);
  let store = await openEventStore({
    folder,
    resolve: images.resolve,
    ...('databaseUrl' in place && place),
    ...(datesEvents && { dated: time.dated }),
  });
  let events: TestEventStore = {
    ...store,
    append: async (given) => store.append(await owned(records, given)),
    load: async (given) => store.load(await owned(records, [...given])),
  };
  let ids =
    demoEvents === undefined
      ? await seedPeople(records, clock(), cheap)
      : await seededDemo(records, events, { events: demoEvents, now: clock(), dashboard: publicUrl });
  let rules = createRoutingTable(domain);
  let { port = '', registries, trialDays, stripe, dataProvider, registryCounts, dataSources = [], eventDays } = rest;
  // Nobody listens there, so no test depends on the DNS of the internet.
  let { dnsServers = ['127.0.0.1:9'], exportPrivateTargets, webhookPrivateTargets, installation, streaming } = rest;
  let gateway = await createGateway({
    stores: {
      records,
      events,
      folders: { imports: path.join(folder, 'imports'), archives: path.join(folder, 'archives') },
    },
    edge: {
      takeRules: rules.take,
      dataSources,
      openLogged: async (question: LogQuestion) => countLogged(plainEnrich, domain, question),
    },
    addresses: { domain, port, publicUrl: rest.publicUrl ?? publicUrl, registries },
    secrets: { salt: worldSalt, earlier: [] },
    accounts: { passwordCost: cheap, ...rest },
    billing: { trialDays, stripe },
    retention: { eventDays },
    outside: { dataProvider, registryCounts },
    network: {
      dnsServers,
      exportPrivateTargets,
      webhookPrivateTargets,
      registryPrivateTargets: edgePrivateTargets,
    },
    installation,
    ...(streaming && { streaming }),
    mail,
    jobs,
    time,
    log,
  });
  let edge: TestEdge | undefined;
  let confirmations = createConfirmations([worldSalt]);
  let confirmation = async (token: string | undefined) => {
    let found = token === undefined ? undefined : await findCaller(records, token, time.now());
    return found && confirmations.make(found.tokenId, time.now());
  };
  let home = '192.0.2.1';
  let withToken = (token: string | undefined, address = home) =>
    caller(gateway, token, address, () => confirmation(token));
  return {
    gateway,
    get edge() {
      return (edge ??= openEdge(
        { rules, domain, clock, log, privateTargets: edgePrivateTargets, askBackendsEvery: 30 },
        events,
      ));
    },
    records,
    events,
    folder,
    mail,
    ids,
    later: (milliseconds) => void (ahead += milliseconds),
    async runs(milliseconds) {
      for (let left = milliseconds; left > 0; left -= dayMs) {
        ahead += Math.min(left, dayMs);
        await time.look(async () => null);
      }
    },
    now: time.now,
    async lettersTo(address) {
      await mail.idle();
      return lettersTo(outbox, address);
    },
    async as(person) {
      return withToken(await issueToken(records, ids.get(person) ?? '', 'session', time.now()));
    },
    confirmation,
    with: withToken,
    withUnconfirmed: (token, given) => caller(gateway, token, home, async (answered) => answered ?? given),
    async close() {
      time.close();
      await edge?.close();
      await gateway.close();
      await mail.close();
      await events.close();
      await records.destroy();
      await remove();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The events with the owner of their package or pixel where they name none, as an edge writes them. */
async function owned(records: Records, events: readonly Event[]): Promise<readonly Event[]> {
  if (!events.some(({ ownerId }) => ownerId === someOwner)) return events;
  let [packages, pixels] = await Promise.all(
    (['packages', 'pixels'] as const).map((table) => records.selectFrom(table).select(['id', 'owner_id']).execute()),
  );
  let owners = new Map([...packages!, ...pixels!].map(({ id, owner_id }) => [id, owner_id]));
  return events.map((event) =>
    event.ownerId === someOwner ? { ...event, ownerId: owners.get(event.artifactId) ?? someOwner } : event,
  );
}

/** The ids of the demo's owners by name. */
async function seededDemo(...demo: Parameters<typeof seedDemo>): Promise<Map<string, string>> {
  await seedDemo(...demo);
  let owners = await demo[0].selectFrom('owners').select(['id', 'name']).execute();
  return new Map(owners.map(({ id, name }) => [name, id]));
}

/**
 * `confirmation` returns the confirmation of a sensitive call, from the latest one that was
 * received.
 */
function caller(
  gateway: Gateway,
  token: string | undefined,
  address: string,
  confirmation: (answered: string | undefined) => Promise<string | undefined>,
): Caller {
  let answered: string | undefined;
  let call = async <R extends Route>(route: R, given: CallOf<R> = {}): Promise<Answer> => {
    let carried = route.takesConfirmation ? await confirmation(answered) : undefined;
    let response = await gateway.api(requestOf(route, given, token, carried), { address });
    let text = await response.text();
    await gateway.idle();
    let isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
    let answer = {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson ? JSON.parse(text) : undefined,
    };
    await checkAgainstOpenApi(gateway, route, answer);
    if (route.id === confirmationApi.confirmSession.id && answer.status === route.status)
      answered = (answer.body as Confirmed).confirmation;
    return answer;
  };
  return {
    token,
    call,
    async ask(route, given) {
      let answer = await call(route, given);
      if (answer.status !== route.status) throw new Error(`${route.id} answered ${answer.status}: ${answer.text}`);
      return (route.kind === 'ndjson' && answer.body === undefined ? linesOf(answer.text) : answer.body) as never;
    },
    async refusal(route, given) {
      let { status, text, body } = await call(route, given);
      if (status < 400) throw new Error(`${route.id} did not refuse: ${status} ${text}`);
      return { status, ...(body as ErrorAnswer) };
    },
  };
}

function requestOf(route: Route, given: CallOf<Route>, token: string | undefined, confirmation?: string): Request {
  let inPath = (_: string, name: string) => encodeURIComponent(String(given.params?.[name] ?? ''));
  let url = new URL(route.path.replace(/\{(\w+)\}/g, inPath), 'http://gateway.invalid');
  for (let [key, value] of Object.entries((given.query ?? {}) as Record<string, unknown>))
    for (let item of Array.isArray(value) ? (value as unknown[]) : [value])
      if (item !== undefined) url.searchParams.append(key, String(item));
  return new Request(url, {
    method: route.method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(confirmation !== undefined && { [confirmationHeader]: confirmation }),
    },
    ...(given.body !== undefined && { body: JSON.stringify(given.body) }),
  });
}

function linesOf(text: string): unknown[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as unknown);
}
