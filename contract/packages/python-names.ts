/** Names of Python projects. */

/** The canonical spelling of a name: `ada-engine` for `Ada_Engine` (PEP 503). */
export function normalName(name: string): string {
  return name.replace(/[-_.]+/g, '-').toLowerCase();
}
