/** Parses registry and name from a pasted pull command, image or registry URL. */

export const dockerHub = 'docker.io';

const hubAliases = ['index.docker.io', 'registry-1.docker.io', 'registry.hub.docker.com', 'hub.docker.com'];

interface ImageReference {
  /** Host, `docker.io` for Docker Hub; undefined without one. */
  registry: string | undefined;
  name: string;
}

/**
 * Drops tag, digest, flags and scheme. As in the Docker client, a first segment with a dot or
 * colon, or `localhost`, is the registry. The rest is the name, which its field validates.
 */
export function readImageReference(typed: string): ImageReference {
  let text = imageWord(typed).replace(/^[a-z][a-z0-9+-]*:\/\//i, '');
  let page = /^hub\.docker\.com\/(?:_|r)\/([^?#]+?)(?:\/tags.*)?\/?$/i.exec(text)?.[1];
  if (page) return { registry: dockerHub, name: page };
  text = text.replace(/@[^@/]*$/, '');
  let [first = '', ...rest] = text.split('/');
  let isRegistry = rest.length > 0 && (/[.:]/.test(first) || first.toLowerCase() === 'localhost');
  let name = (isRegistry ? rest.join('/') : text).replace(/:[^:/]*$/, '');
  return { registry: isRegistry ? registryName(first) : undefined, name };
}

export function registryLabel(registry: string): string {
  return registry === dockerHub ? 'Docker Hub' : registry;
}

/** Official Docker Hub images are below `library/`. */
export function repositoryPath(name: string, registry: string): string {
  return registry === dockerHub && name !== '' && !name.includes('/') ? `library/${name}` : name;
}

function registryName(host: string): string {
  let lower = host.toLowerCase();
  return hubAliases.includes(lower) ? dockerHub : lower;
}

/** The first word after `pull` or `run` that is neither a flag nor its value. */
function imageWord(typed: string): string {
  let words = typed.trim().split(/\s+/);
  let verb = words.findIndex((word) => /^(?:pull|run)$/i.test(word));
  if (words.length === 1 || verb === -1) return typed.trim().replace(/^\$\s+/, '');
  let after = words.slice(verb + 1);
  return after.find((word, i) => !word.startsWith('-') && !takesValue(after[i - 1])) ?? '';
}

function takesValue(flag: string | undefined): boolean {
  return flag === '--platform';
}
