/**
 * What a package will look like to its users, computed from a form as it stands: on the server
 * after Preview, in the browser at every key.
 */
import { templateVariables } from 'contract/templates';
import { defaultHost, downloadAddress, type GatewayPlace, pullCommand } from '../../gateway-addresses';
import { dockerHub, readImageReference, registryLabel, repositoryPath } from './image-reference';

/** The text of a form's fields by name; fields that are not there count as empty. */
export type Typed = Readonly<Record<string, string | undefined>>;

export interface Preview {
  /** The command or address people will use; null until enough is typed. */
  text: string | null;
  /** Where the gateway takes it from, or what it does instead. */
  effect: string | null;
  /** What will probably not work as meant; the form can still be sent. */
  warnings: string[];
}

const nothing: Preview = { text: null, effect: null, warnings: [] };

/**
 * Preview of a new docker package: the pull command behind the gateway, which a custom domain
 * changes only once it is verified.
 */
export function dockerPreview(place: GatewayPlace, owner: string, typed: Typed): Preview {
  let image = readImageReference(typed.name ?? '');
  if (!image.name) return nothing;
  let registry = image.registry ?? (typed.backend_registry?.trim().toLowerCase() || dockerHub);
  let path = repositoryPath(image.name, registry);
  return {
    text: pullCommand(place, defaultHost(place, owner, 'docker'), path),
    effect: `The gateway fetches ${path} from ${registryLabel(registry)}.`,
    warnings: [],
  };
}

/**
 * Preview of a file route on a given host: the download address, where it leads, and what to think
 * about.
 */
export function routePreview(place: GatewayPlace, host: string, typed: Typed): Preview {
  let path = typed.incoming_path?.trim() ?? '';
  let target = typed.outgoing_url?.trim() ?? '';
  if (!path.startsWith('/')) return nothing;
  return {
    text: downloadAddress(place, host, path),
    effect: target
      ? `The gateway sends people on to ${target}.`
      : 'Each request is counted and answered with an empty page (200).',
    warnings: [...missingVariables(path, target), ...ambiguousSegments(path)],
  };
}

/** Preview of a new file package on the owner's own host. */
export function filePreview(place: GatewayPlace, owner: string, typed: Typed): Preview {
  return routePreview(place, defaultHost(place, owner, 'file'), typed);
}

function missingVariables(path: string, target: string): string[] {
  let captured = templateVariables(path);
  let missing = templateVariables(target)?.filter((name) => !captured?.includes(name)) ?? [];
  return captured && missing.length
    ? [
        `The path does not capture ${[...new Set(missing)].map((name) => `{${name}}`).join(', ')}, which the file location needs.`,
      ]
    : [];
}

/**
 * Two variables in one segment: a value that holds the delimiter, such as `1.0.0-rc.1` after a
 * hyphen, may be split in the wrong place.
 */
function ambiguousSegments(path: string): string[] {
  let segments = path
    .split('?')[0]!
    .split('/')
    .filter((segment) => (segment.match(/\{/g) ?? []).length > 1);
  return segments.map(
    (segment) =>
      `“${segment}” has more than one variable: a value that contains the text between them is split in the wrong place. Use a slash there, as in “${segment.replace(/\}[^{}/]+\{/g, '}/{')}”.`,
  );
}
