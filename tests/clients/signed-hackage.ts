/**
 * A signed Hackage repository, as hackage-security reads it: files of the TUF roles in canonical
 * JSON, signed with Ed25519, and an index with a hash for each archive.
 */
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { tarball } from './registry-client';

type Json = string | number | null | Json[] | { [key: string]: Json };

/** JSON with sorted keys and no spaces. Signatures and ids of keys are made of this form. */
function canonical(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  let pairs = Object.keys(value).sort();
  return `{${pairs.map((key) => `${JSON.stringify(key)}:${canonical(value[key]!)}`).join(',')}}`;
}

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');

function fileInfo(content: Buffer | string): Json {
  return { length: Buffer.byteLength(content), hashes: { sha256: sha256(content) } };
}

export interface SignedRepository {
  /** Files by path. */
  files: Map<string, Buffer | string>;
  /** The id of the key that clients have to trust. */
  rootKey: string;
}

/**
 * Signs archives, by `name-version`, with a new key. `cabal` gives the .cabal file of a package.
 */
export function signedRepository(
  archives: ReadonlyMap<string, Buffer>,
  cabal: (name: string) => string,
): SignedRepository {
  let { publicKey, privateKey } = generateKeyPairSync('ed25519');
  let raw = Buffer.from(publicKey.export({ format: 'jwk' }).x!, 'base64url').toString('base64');
  let key = { keytype: 'ed25519', keyval: { public: raw } };
  let rootKey = sha256(canonical(key));
  let expires = new Date(Date.now() + 86_400_000).toISOString().replace(/\.\d+Z$/, 'Z');
  let signed = (fields: { [key: string]: Json }) => {
    let body = { version: 1, expires, ...fields };
    let sig = sign(null, Buffer.from(canonical(body)), privateKey).toString('base64');
    return canonical({ signed: body, signatures: [{ keyid: rootKey, method: 'ed25519', sig }] });
  };

  let entries: Record<string, string> = {};
  let files = new Map<string, Buffer | string>();
  for (let [id, archive] of archives) {
    let [, name, version] = /^(.+)-([\d.]+)$/.exec(id)!;
    let path = `package/${id}.tar.gz`;
    files.set(path, archive);
    entries[`${name}/${version}/${name}.cabal`] = cabal(name!);
    // These are not signed: the index that has them is, through the snapshot.
    let targets = { _type: 'Targets', version: 0, expires: null, targets: { [`<repo>/${path}`]: fileInfo(archive) } };
    entries[`${name}/${version}/package.json`] = canonical({ signed: targets, signatures: [] });
  }
  let role = { keyids: [rootKey], threshold: 1 };
  let roles = { root: role, snapshot: role, targets: role, timestamp: role, mirrors: role };
  let index = tarball(entries);
  files.set('01-index.tar.gz', index);
  files.set('01-index.tar', gunzipSync(index));
  files.set('root.json', signed({ _type: 'Root', keys: { [rootKey]: key }, roles }));
  files.set('mirrors.json', signed({ _type: 'Mirrorlist', mirrors: [] }));
  let listed = ['root.json', 'mirrors.json', '01-index.tar.gz', '01-index.tar'];
  let meta = Object.fromEntries(listed.map((path) => [`<repo>/${path}`, fileInfo(files.get(path)!)]));
  files.set('snapshot.json', signed({ _type: 'Snapshot', meta }));
  let snapshot = { '<repo>/snapshot.json': fileInfo(files.get('snapshot.json')!) };
  files.set('timestamp.json', signed({ _type: 'Timestamp', meta: snapshot }));
  return { files, rootKey };
}
