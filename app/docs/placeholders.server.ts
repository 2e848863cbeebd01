/** Fills the placeholders of an article with addresses of this installation and of its reader. */
import { env } from '../config/env.server';
import { figures } from 'contract/analytics/figures';
import { assistantTools } from 'contract/api/assistant-tools';
import { packageHost, sharedHostOf } from 'contract/packages/package-types/hosts';
import type { PackageType } from 'contract/packages/package-types/list';
import { hostAt, pixelHost, pixelSnippet, tryApi } from '../gateway/gateway-addresses';
import { apiOrigin, gatewayOrigin } from '../gateway/gateway-origin.server';
import { packageCommand } from '../text/package-command';
import { siteName } from '../config/site';
import { stageLooks } from '../features/companies/stages';
import { registryTextsOf } from '../features/packages/types/texts.server';
import type { InstallMethod } from '../features/packages/types/install-methods';
import type { Article } from './articles.server';

export interface DocsReader {
  /** Undefined for visitors. */
  owner?: string | undefined;
  mayCreate: boolean;
}

export const visitor: DocsReader = { mayCreate: false };

const linkToOwn = /\[([^\]]+)\]\((\/[^)\s]*)\{\{(owner|creator)\}\}\)/g;

/**
 * Links to pages that the reader cannot open become plain text. Throws on an unknown placeholder.
 */
export function fillPlaceholders({ text, type }: Article, reader: DocsReader): string {
  let owner = reader.owner ?? 'your-name';
  let place = gatewayOrigin;
  let at = (host: string) => hostAt(place, host);
  let shared = at(sharedHostOf(owner, place.domain));
  let own = type ? at(packageHost(type, owner, place.domain)) : shared;
  let values: Record<string, string> = {
    product: siteName,
    owner,
    registration: registration(reader),
    host: own.host.replace(/:\d+$/, ''),
    origin: own.origin,
    fileHost: shared.origin,
    sharedHost: shared.host,
    gateway: at(place.domain).origin,
    api: apiOrigin,
    try: tryApi(apiOrigin, `/v2/packages/${owner}`),
    count: tryApi(apiOrigin, `/v3/insights/${owner}/aggregations/export?rollup=daily&breakdown_set=by-version`),
    server: siteName.toLowerCase(),
    tools: tools(),
    pixel: pixelSnippet(place, pixelHost(place), 'the-id-of-your-pixel'),
    stages: stages(),
    figures: figureTable(),
    ways: type ? waysOf(type, owner) : '',
  };
  let linked = text.replace(linkToOwn, (_, label: string, path: string, who: string) => {
    let name = who === 'owner' || reader.mayCreate ? reader.owner : undefined;
    return name === undefined ? label : `[${label}](${path}${name})`;
  });
  return linked.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    let value = values[name];
    if (value === undefined) throw new Error(`An article has the unknown placeholder ${name}`);
    return value;
  });
}

function registration({ owner }: DocsReader): string {
  if (owner) return ', and you are signed in';
  return env.REGISTRATION === 'open' ? ': [create one](/register)' : ' from your administrator';
}

function stages(): string {
  let rows = Object.values(stageLooks).map(({ label, meaning }) => `| ${label} | ${meaning} |`);
  return ['| Stage | Meaning |', '| --- | --- |', ...rows].join('\n');
}

function figureTable(): string {
  let rows = Object.values(figures).map(({ label, means, days, rounded }) => `| ${label} | ${means} | ${days} | ${rounded} |`);
  return ['| Figure | Meaning | Days | Shown as |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

function tools(): string {
  return Object.entries(assistantTools)
    .map(([name, { description }]) => `- \`${name}\`: ${description}`)
    .join('\n');
}

function waysOf(type: PackageType, owner: string): string {
  let place = gatewayOrigin;
  let texts = registryTextsOf(type);
  if (texts) {
    let { origin } = hostAt(place, packageHost(type, owner, place.domain));
    return texts.installMethods(texts.name.placeholder, origin).map(wayText).join('\n\n');
  }
  let command = packageCommand(place, { type, owner, name: 'my-package' }, [], [{ incoming_path: '/my-package' }]);
  return command ? block(command.text) : '';
}

function wayText({ title, description, texts }: InstallMethod): string {
  return [`## ${title}`, description, ...texts.map(({ label, text }) => `${label}:\n\n${block(text)}`)].join('\n\n');
}

function block(text: string): string {
  return `\`\`\`\n${text}\n\`\`\``;
}
