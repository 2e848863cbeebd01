/**
 * The fields of an event, each defined once. The columns of the store, the records of the journal,
 * breakdowns, filters and exported files follow from this table. A new field is an entry here, and
 * its value in edge/build-event.ts. Free of zod, so that forms in the browser can list filters.
 */

/** What a field holds, by its type. */
export interface FieldValues {
  uuid: string;
  /** Milliseconds since 1970, UTC. */
  time: number;
  /** Empty where it is unknown. */
  text: string;
  /** Texts by name. */
  texts: Record<string, string>;
  /** 64 bits; 0n if clients are not distinguished. */
  hash: bigint;
  fraction: number | null;
  flag: boolean;
}
export type FieldType = keyof FieldValues;

export interface EventField {
  type: FieldType;
  /** The only values a text can have. */
  oneOf?: readonly string[];
  /** The first version of the store that has the field; version 1 where it is left out. */
  since?: number;
  /** The value in events of earlier versions; that of an unknown field where it is left out. */
  before?: string;
  /** Name of the breakdown that counts by this field alone. */
  breakdown?: `by-${string}`;
  /** Filter name condition on this text. */
  filter?: string;
  /** Name of the column in exported events. */
  csv?: string;
}

export const eventFields = {
  /** UUIDv7. */
  id: { type: 'uuid', csv: 'id' },
  time: { type: 'time', csv: 'time' },
  /** `event`: reported by a program or a page, without a file. */
  type: { type: 'text', oneOf: ['binary-download', 'manifest-fetch', 'pixel-fetch', 'event'], csv: 'type' },
  version: { type: 'text', breakdown: 'by-version', filter: 'request_version', csv: 'version' },
  referer: { type: 'text', breakdown: 'by-referer', filter: 'request_referrer', csv: 'referer' },
  userAgent: { type: 'text', breakdown: 'by-user-agent', filter: 'request_user_agent', csv: 'user_agent' },
  /** The program that sent the request: docker, curl, npm, Firefox, ... */
  client: { type: 'text', breakdown: 'by-client', filter: 'request_client', csv: 'client' },
  platform: { type: 'text', breakdown: 'by-platform', filter: 'request_platform', csv: 'platform' },
  /** Captured path variables and query parameters. */
  variables: { type: 'texts', csv: 'variables' },
  /** Salted hash of network, agent and other identifying headers, so an origin has one endpoint. */
  originId: { type: 'hash', csv: 'origin_id' },
  /** Salted hash of the network alone. */
  endpointId: { type: 'hash', csv: 'endpoint_id' },
  /** ISO 3166-1 alpha-2. */
  country: { type: 'text', breakdown: 'by-country', filter: 'request_origin_country', csv: 'origin_country' },
  state: { type: 'text', filter: 'request_origin_state', csv: 'origin_state' },
  city: { type: 'text', filter: 'request_origin_city', csv: 'origin_city' },
  postal: { type: 'text', filter: 'request_origin_zipcode', csv: 'origin_postal' },
  latitude: { type: 'fraction', csv: 'origin_latitude' },
  longitude: { type: 'fraction', csv: 'origin_longitude' },
  /** The kind of network. Only a business, a school or an authority has a company. */
  connectionType: {
    type: 'text',
    oneOf: ['', 'business', 'isp', 'hosting', 'education', 'government', 'research', 'vpn', 'crawler'],
    csv: 'origin_connection_type',
  },
  companyName: { type: 'text', csv: 'origin_company' },
  companyDomain: { type: 'text', csv: 'origin_domain' },
  /** 0..1, null without a company. */
  confidence: { type: 'fraction', csv: 'confidence' },
  /** Host the request came to. */
  requestDomain: { type: 'text', breakdown: 'by-domain', filter: 'request_domain', csv: 'request_domain' },
  isBot: { type: 'flag', csv: 'bot' },
  doNotTrack: { type: 'flag', csv: 'dnt' },
  /** The kind of program or person that sent the request. */
  audience: {
    type: 'text',
    since: 2,
    before: 'unknown',
    breakdown: 'by-audience',
    filter: 'request_audience',
    csv: 'audience',
  },
  /** The rule that decided the audience. */
  audienceReason: {
    type: 'text',
    since: 2,
    before: 'unknown',
    breakdown: 'by-audience-reason',
    filter: 'request_audience_reason',
    csv: 'audience_reason',
  },
  /** Id of the collection an image was pulled through; empty for everything else. */
  collectionId: { type: 'text', since: 2 },
  /** Path of that image at its registry. */
  imagePath: { type: 'text', since: 2 },
  /**
   * The period in which both hashes have the same salt, as contract/analytics/id-periods.ts names
   * it.
   */
  idPeriod: { type: 'text', since: 4, csv: 'id_period' },
  /**
   * The network of the address, `AS3303 Swisscom (Schweiz) AG`; empty if it must not name a
   * company: for a crawler, an image proxy, and when the owner opted out of companies.
   */
  network: {
    type: 'text',
    since: 5,
    breakdown: 'by-network',
    filter: 'request_origin_network',
    csv: 'origin_network',
  },
  /** How the name of the downloaded file ends, lower-case: `zip`, `tar.gz`, `whl`. */
  fileExtension: {
    type: 'text',
    since: 7,
    breakdown: 'by-file-extension',
    filter: 'request_file_extension',
    csv: 'file_extension',
  },
  /**
   * What was asked for: the path, with the query parameters that decide what is sent. Empty for
   * views, where the request must not be tracked, and in events from before.
   */
  requestPath: { type: 'text', since: 8, csv: 'request_path' },
  /** The version of the client as its user agent says it; empty in events from before. */
  clientVersion: { type: 'text', since: 9, filter: 'request_client_version', csv: 'client_version' },
  /**
   * What the client says about its machine, empty where it says nothing: `Node.js 20`, `npm 10.8`,
   * `arm64`, `glibc 2.35`, `github-actions`.
   */
  runtime: { type: 'text', since: 11, breakdown: 'by-runtime', filter: 'request_runtime', csv: 'runtime' },
  installer: { type: 'text', since: 11, breakdown: 'by-installer', filter: 'request_installer', csv: 'installer' },
  arch: { type: 'text', since: 11, breakdown: 'by-arch', filter: 'request_arch', csv: 'arch' },
  libc: { type: 'text', since: 11, breakdown: 'by-libc', filter: 'request_libc', csv: 'libc' },
  ciProvider: {
    type: 'text',
    since: 11,
    breakdown: 'by-ci-provider',
    filter: 'request_ci_provider',
    csv: 'ci_provider',
  },
  /** Why the request was sent to a fallback target; empty if it was not. */
  fallback: { type: 'text', oneOf: ['', 'away', 'rate-limit'], since: 12, breakdown: 'by-fallback', csv: 'fallback' },
} as const satisfies Record<string, EventField>;

type Fields = typeof eventFields;
export type EventFieldName = keyof Fields;

type ValueOf<F extends EventField> = F extends { oneOf: readonly (infer Value)[] } ? Value : FieldValues[F['type']];

/**
 * The package or pixel an event is about. A `refusal` is a request for a withdrawn version of a
 * package: no report of the package counts it.
 */
export type EventArtifact = {
  artifactType: 'package' | 'tracking-pixel' | 'refusal';
  artifactId: string;
  ownerId: string;
};

/** What reports are about. */
export type ArtifactType = Exclude<EventArtifact['artifactType'], 'refusal'>;

/** The type of what an event is listed under: a refusal belongs to its package. */
export function listedType({ artifactType }: Pick<EventArtifact, 'artifactType'>): ArtifactType {
  return artifactType === 'tracking-pixel' ? artifactType : 'package';
}

/**
 * One recorded request, as the edge writes it and the event store keeps it. An event with
 * `doNotTrack` has no address, agent or place: it is only counted.
 */
export type Event = EventArtifact & { -readonly [Name in EventFieldName]: ValueOf<Fields[Name]> };

/** The fields in the order of the table; those of later versions come last. */
export const eventFieldNames = Object.keys(eventFields) as EventFieldName[];

/** The entry of a field. */
export function eventField(name: EventFieldName): EventField {
  return eventFields[name];
}

/** The name of a field in the store and in the API. */
export function columnOf<Name extends EventFieldName>(name: Name): Snake<Name> {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) as Snake<Name>;
}

type Snake<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Rest>}`
  : Name;

/** Fields that can be counted by on their own. */
export type GroupField = {
  [Name in EventFieldName]: Fields[Name] extends { breakdown: string } ? Name : never;
}[EventFieldName];
export type GroupColumn = Snake<GroupField>;
export type FieldBreakdown = Fields[GroupField]['breakdown'];

export const groupFields = eventFieldNames.filter((name): name is GroupField => 'breakdown' in eventFields[name]);

/** Texts that filters can compare. */
export type FilterField = {
  [Name in EventFieldName]: Fields[Name] extends { filter: string } ? Name : never;
}[EventFieldName];
export type FieldFilterKey = Fields[FilterField]['filter'];

export const filterFields = eventFieldNames.filter((name): name is FilterField => 'filter' in eventFields[name]);

/**
 * An event whose fields are all unknown, except its artifact. They are written out: the engine of
 * JavaScript reads and changes objects that come from one list of names ten times as fast as
 * copies.
 */
export function unknownEvent(about: EventArtifact & Pick<Event, 'type'>): Event {
  return {
    artifactType: about.artifactType,
    artifactId: about.artifactId,
    ownerId: about.ownerId,
    id: '',
    time: 0,
    type: about.type,
    version: '',
    referer: '',
    userAgent: '',
    client: '',
    platform: '',
    variables: {},
    originId: 0n,
    endpointId: 0n,
    country: '',
    state: '',
    city: '',
    postal: '',
    latitude: null,
    longitude: null,
    connectionType: '',
    companyName: '',
    companyDomain: '',
    confidence: null,
    requestDomain: '',
    isBot: false,
    doNotTrack: false,
    audience: 'unknown',
    audienceReason: 'unknown',
    collectionId: '',
    imagePath: '',
    idPeriod: '',
    network: '',
    fileExtension: '',
    requestPath: '',
    clientVersion: '',
    runtime: '',
    installer: '',
    arch: '',
    libc: '',
    ciProvider: '',
    fallback: '',
  };
}
