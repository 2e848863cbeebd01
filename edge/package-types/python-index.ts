/**
 * Pages of the simple repository API: the files of a project, in HTML and JSON. Files get addresses
 * at the gateway, everything else stays byte for byte.
 */
import { normalName, releaseOf } from 'contract/packages/python-names';
import type { RegistryRule } from 'contract/packages/package-types/type';
import { acceptedTypes } from '../upstream/content-negotiation';
import { decoded, queryPairs } from '../requests/address';
import type { EdgeRequest } from '../requests/edge-request';
import { createHtmlLinks } from '../upstream/html-links';
import { type Document, documentOf, type IndexRequest, type IndexReader } from '../upstream/index-cache';
import { createJsonStrings, type Replace } from '../upstream/json-strings';
import { isPythonFile, versionOfFile } from './python-files';
import { noticeOf, noticesKey } from './registry';

/** The registry's address of each file, by name. */
export type ProjectFiles = ReadonlyMap<string, string>;

export const jsonType = 'application/vnd.pypi.simple.v1+json';
const htmlType = 'application/vnd.pypi.simple.v1+html';
const latest = [jsonType, htmlType].map((type) => type.replace('.v1+', '.latest+'));
const plainHtml = 'text/html';

/** The first is for clients without an Accept header. */
const offered = [plainHtml, htmlType, jsonType, ...latest];

/** The accepted types of a page, best first. A query can name one. */
export function pageTypes({ query, headers }: EdgeRequest): string[] {
  let [, format] = [...queryPairs(query)].find(([key]) => key === 'format') ?? [];
  // An unescaped plus sign was decoded as a space.
  let accept = format?.replaceAll(' ', '+') ?? headers.accept ?? '';
  return [...new Set(acceptedTypes(accept, offered).map((type) => type.replace('.latest+', '.v1+')))];
}

/**
 * The type under which a client accepts a document of the registry; undefined if it accepts none.
 */
export function fittingType(types: readonly string[], { type }: Document): string | undefined {
  return types.find((one) => (one === jsonType) === (type === jsonType));
}

const accepts = {
  json: `${jsonType}, ${htmlType}; q=0.2, ${plainHtml}; q=0.1`,
  html: `${htmlType}, ${plainHtml}; q=0.9, ${jsonType}; q=0.1`,
};
const types = /^(?:application\/vnd\.pypi\.simple\.v1\+(?:json|html)|text\/html)$/;

/** The page of a project with its files at `origin`, in JSON or HTML if the registry has both. */
export function projectPage(
  { name, registry, ownerId, notices }: RegistryRule,
  origin: string,
  wanted: keyof typeof accepts,
): IndexRequest<ProjectFiles> {
  let project = normalName(name);
  let address = `${registry}${project}/`;
  return {
    key: `${wanted} ${origin} ${address}${noticesKey(notices)}`,
    packageKey: address,
    ownerId,
    address,
    accept: accepts[wanted],
    types,
    read: (found) => readPage({ place: `${origin}/simple/${project}/`, project, notices }, found),
  };
}

/** Where a page in JSON has its files. */
const filePath = ['files', '[]'];

interface PageParts extends Pick<RegistryRule, 'notices'> {
  /** Where files are at the gateway. */
  place: string;
  project: string;
}

function readPage(
  { place, project, notices }: PageParts,
  found: { type: string; address: string },
): IndexReader<ProjectFiles> {
  let files = new Map<string, string>();
  let base = found.address;
  /** The address of a link at the gateway, if it leads to a file. */
  let placeOf = (link: string): string | undefined => {
    if (!URL.canParse(link.trim(), base)) return undefined;
    let url = new URL(link.trim(), base);
    let file = decoded(url.pathname.replace(/^.*\//, ''));
    if (!isPythonFile(file) || !/^https?:$/.test(url.protocol)) return undefined;
    let { hash } = url;
    url.hash = '';
    if (!files.has(file)) files.set(file, url.href);
    return place + encodeURIComponent(file) + hash;
  };
  let noticeOn = (file: string) => notices && noticeOf(notices, releaseOf(versionOfFile(file, project)));
  /** PEP 592. Pages of PyPI itself have the attribute only for files that are yanked there. */
  let yanked = (address: string) => {
    let notice = noticeOn(decoded(new URL(address).pathname.replace(/^.*\//, '')));
    return notice === undefined ? undefined : { 'data-yanked': notice };
  };
  /** Every file of PyPI has the member, mostly `false`. The registry's own reason stays. */
  let replace: Replace = (path) => {
    if (!notices || path.length !== filePath.length) return undefined;
    return (file) => {
      let notice = typeof file.filename === 'string' ? noticeOn(file.filename) : undefined;
      return notice === undefined
        ? undefined
        : { ...file, yanked: (typeof file.yanked === 'string' && file.yanked) || notice };
    };
  };
  let { write, end } =
    found.type === jsonType
      ? createJsonStrings([[...filePath, 'url']], (_, link) => placeOf(link) ?? absolute(link, base), { replace })
      : createHtmlLinks((tag, link) => {
          let address = tag === 'a' ? placeOf(link) : undefined;
          if (address !== undefined) return { address, attributes: yanked(address) };
          if (tag === 'base' && URL.canParse(link, base)) base = new URL(link, base).href;
          return undefined;
        });
  return {
    write,
    end() {
      end();
      return files;
    },
  };
}

/** Links to other files keep their target, also if they are relative. */
function absolute(link: string, base: string): string | undefined {
  return URL.canParse(link) || !URL.canParse(link, base) ? undefined : new URL(link, base).href;
}

export function projectList(names: readonly string[], type: string): Document {
  let sorted = [...names].sort((a, b) => (normalName(a) < normalName(b) ? -1 : 1));
  if (type === jsonType) {
    let projects = sorted.map((name) => ({ name }));
    return documentOf(JSON.stringify({ meta: { 'api-version': '1.0' }, projects }), type);
  }
  let links = sorted.map((name) => `    <a href="/simple/${normalName(name)}/">${name}</a><br>\n`);
  let head = '<meta name="pypi:repository-version" content="1.0">\n    <title>Simple index</title>';
  return documentOf(
    `<!DOCTYPE html>\n<html>\n  <head>\n    ${head}\n  </head>\n  <body>\n${links.join('')}  </body>\n</html>\n`,
    type,
  );
}
