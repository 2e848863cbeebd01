/** The newest events and the last 30 minutes, as page data and as event stream. */
import { cleanText } from 'contract/floor/printable';
import type { ChartMarkup } from '../../charts/chart-style';
import { readableDomain } from '../../text/domain-names.server';
import { isEqual } from 'contract/analytics/where';
import { type Live, type LiveEvent, LiveUpdate } from 'contract/analytics/live';
import { countryName, platformName } from '../../text/display-names.server';

export interface LiveLine {
  id: string;
  time: string;
  kind: 'Download' | 'View' | 'Event';
  artifact: string;
  artifactId: string;
  version: string;
  client: string;
  /** The condition for this client in a report. */
  clientIs: string;
  platform: string;
  country: string;
  /** The condition for this country in a report. */
  countryIs: string;
  company: string;
  companyDomain: string;
}

export interface LiveView {
  /** Newest first. */
  lines: LiveLine[];
  /** Events per minute; the last minute is incomplete. */
  minutes: number[];
  /** Start of the current minute. */
  minute: string;
}

/** Of the last hour. */
export interface LiveMap {
  drawing: ChartMarkup;
  /** The most events first. */
  countries: { name: string; count: number }[];
}

/** A stream message: everything, or what is new and how many events that were. */
export interface LiveMessage extends LiveView {
  isFirst: boolean;
  newEvents: number;
}

export function liveView({ events, minutes, minute }: Live): LiveView {
  return { lines: events.map(liveLine), minutes, minute };
}

export function liveLine(event: LiveEvent): LiveLine {
  return {
    id: event.id,
    time: event.time,
    kind: event.type === 'event' ? 'Event' : event.artifact_type === 'package' ? 'Download' : 'View',
    artifact: event.artifact_name,
    artifactId: event.artifact,
    version: cleanText(event.version),
    client: cleanText(event.client),
    clientIs: isEqual('request_client', event.client),
    platform: event.platform && platformName(event.platform),
    country: countryName(event.country),
    countryIs: isEqual('request_origin_country', event.country),
    company: cleanText(event.company_name) || readableDomain(event.company_domain),
    companyDomain: event.company_domain,
  };
}

/** Rewrites the gateway's stream for the page. Lines that are not messages pass unchanged. */
export async function* liveViewStream(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let text = '';
  let decoder = new TextDecoder();
  for await (let part of body) {
    let blocks = (text + decoder.decode(part, { stream: true })).split('\n\n');
    text = blocks.pop() ?? '';
    for (let block of blocks) yield `${block.replace(/^data: (.*)$/m, (_, json: string) => toLiveMessage(json))}\n\n`;
  }
}

function toLiveMessage(json: string): string {
  let update = LiveUpdate.parse(JSON.parse(json));
  let message: LiveMessage = { ...liveView(update), isFirst: update.is_first, newEvents: update.new_events };
  return `data: ${JSON.stringify(message)}`;
}
