/** Names of Python projects. */

/** The one spelling that the many of a name stand for: `ada-engine` for `Ada_Engine`. */
export function normalName(name: string): string {
  return name.replace(/[-_.]+/g, '-').toLowerCase();
}
