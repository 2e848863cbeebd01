/**
 * What people paste as a Docker image (a pull command, a reference, a registry page's address),
 * taken apart into registry and name.
 */

export const dockerHub = 'docker.io';

const hubAliases = ['index.docker.io', 'registry-1.docker.io', 'registry.hub.docker.com', 'hub.docker.com'];

interface ImageReference {
  /**
   * Host named in the text, Docker Hub's other names made `docker.io`; undefined when the text
   * names none.
   */
  registry: string | undefined;
  name: string;
}

/**
 * Takes a pull command or image reference apart. Tag, digest, flags and scheme are dropped; a first
 * segment with a dot or colon, or `localhost`,
 * is the registry (the rule of the Docker client). What makes no sense is kept as the name, for the
 * field's rule to refuse.
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

/** How a registry is called on pages. */
export function registryLabel(registry: string): string {
  return registry === dockerHub ? 'Docker Hub' : registry;
}

/** Path of an image at its registry: official images of Docker Hub live under `library/`. */
export function repositoryPath(name: string, registry: string): string {
  return registry === dockerHub && name !== '' && !name.includes('/') ? `library/${name}` : name;
}

function registryName(host: string): string {
  let lower = host.toLowerCase();
  return hubAliases.includes(lower) ? dockerHub : lower;
}

/**
 * The image among the words of a command: the first after `pull` or `run` that is no flag and no
 * flag's value.
 */
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
